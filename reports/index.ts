export { evidenceIn } from './evidence-files.js'
export { summary } from './terminal.js'
export { writeReports } from './write-reports.js'
