export { type EvidenceOf, evidenceIn, type Loaded } from './evidence-files.js'
export { type SummaryOptions, summary } from './terminal.js'
export { readResults, writeReports } from './write-reports.js'
