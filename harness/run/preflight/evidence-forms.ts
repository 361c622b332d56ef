import type { Sent } from '../../check/types.js'
import type { SettingLine } from '../../contracts/errors.js'
import { presets } from '../../target/presets.js'
import { type Found, linesOf, searchForms } from './form-search.js'
import type { Relative } from './relatives.js'

/** In what a request for evidence of deployed servers differs from that of the text. */
const differences: readonly Relative[] = [
  { name: 'no context', lines: [['interface.delegation.context', null]] },
  {
    name: 'the ServiceProvider in its environment',
    lines: [['interface.delegation.context', { place: 'environment.serviceProviders', form: 'list' }]],
  },
  { name: 'snake_case', lines: [['interface.delegation.memberCase', 'snake']] },
  { name: 'forwarded JWTs inside the request', lines: [['interface.delegation.forwardedIn', 'request']] },
]

const paths = [...new Set(Object.values(presets).map(({ settings }) => settings.delegation.path))]

/**
 * Finds out in which form a target gives evidence that gives none in that of the settings. Some answer 404 to what no
 * policy is about.
 * @param ask Asks for evidence under these settings.
 */
export const evidenceForm = (
  ask: (lines: readonly SettingLine[]) => Promise<Sent>,
  refused: Sent,
  { baseUrl, own }: { readonly baseUrl: string; readonly own: string },
): Promise<Found> =>
  searchForms(
    {
      send: (relatives) => ask(linesOf(relatives)),
      baseUrl,
      path: { setting: 'interface.delegation.path', own, others: paths },
      groups: differences.map((one) => [one]),
      refusesBy404: true,
    },
    refused,
  )
