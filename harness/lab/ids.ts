import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { drawAtRandom, drawFrom } from '../contracts/party-draw.js'
import { readPartyForm, usualPartyForm } from '../contracts/party-form.js'
import { writeWhole } from '../evidence/store.js'
import { readKept } from '../target/kit/kept-file.js'
import { prefixes } from './counterparty/counterparty.js'

/** The Party Identifiers of everybody in a lab whom no check makes. */
export interface LabIds {
  readonly registry: string
  /** A participant who is nobody in particular. */
  readonly bystander: string
  readonly others: Readonly<Record<keyof typeof prefixes, string>>
}

/** What a lab's folder remembers. */
interface Remembered {
  readonly partyId: string
  /** The form that it was drawn in. */
  readonly form?: string
}

/**
 * The registry keeps its id when the folder is opened again, since kits name it, and those of the counterparties follow
 * from it; another form makes others.
 * @throws ConfigError where the form has none left.
 */
export function idsOf({ folder }: { readonly folder: string }, template: string): LabIds {
  const form = readPartyForm(template)
  const file = join(folder, 'registry.json')
  const kept = readKept(file) as Remembered | undefined
  const fits = kept !== undefined && (kept.form ?? usualPartyForm) === template
  const registry = fits ? kept.partyId : drawAtRandom(form, 'lab', new Set())
  if (!fits) writeWhole(file, JSON.stringify({ partyId: registry, form: template }), 0o600)
  const taken = new Set([registry])
  const others = Object.keys(prefixes).map((who) => [
    who,
    drawFrom(form, 'lab', (attempt) => digest(`${registry} ${who} ${attempt}`), taken),
  ])
  return {
    registry,
    bystander: drawAtRandom(form, 'lab', taken),
    others: Object.fromEntries(others) as LabIds['others'],
  }
}

const digest = (text: string): Buffer => createHash('sha512').update(text).digest()
