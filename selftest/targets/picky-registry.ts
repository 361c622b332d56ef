import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startParticipantRegistry } from '../../harness/reference/participant-registry/server.js'

// The reference ParticipantRegistry, which registers only the kit's sound certificates; with the argument `nobody`,
// none.

const [how] = process.argv.slice(2)
const kit = process.env.ASSAY_KIT ?? ''
const own = mkdtempSync(join(tmpdir(), 'assay-picky-'))
cpSync(kit, own, { recursive: true })
const content = JSON.parse(readFileSync(join(own, 'kit.json'), 'utf8')) as { parties: { defect?: string }[] }
const sound = content.parties.filter(({ defect }) => defect === undefined)
writeFileSync(join(own, 'kit.json'), JSON.stringify({ ...content, parties: how === 'nobody' ? [] : sound }))

const running = await startParticipantRegistry({ ...process.env, ASSAY_KIT: own, ASSAY_STATE: own })
process.once('SIGTERM', () => void running.close().finally(() => process.exit(0)))
