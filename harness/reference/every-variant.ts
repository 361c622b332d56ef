import { ConfigError } from '../contracts/errors.js'
import { delegationVariants } from './delegation/variants.js'
import { variantNames } from './engine/variants.js'
import { loginVariants } from './identity-provider/variants.js'
import { kitVariants } from './kit-in-memory.js'
import { pageVariants } from './pages/variants.js'
import { documentVariants } from './participant-registry/documents/resource.js'
import { lookUpVariants } from './participant-registry/variants.js'
import { relyingPartyVariants } from './relying-party/variants.js'
import { humanVariants } from './service-provider/humans.js'
import { serviceVariants } from './service-provider/variants.js'
import { requestVariants } from './token-endpoint/request-variants.js'
import { tokenVariants } from './token-endpoint/token-variants.js'

const everyVariant = new Set([
  ...Object.keys({
    ...requestVariants,
    ...tokenVariants,
    ...lookUpVariants,
    ...delegationVariants,
    ...serviceVariants,
  }),
  ...loginVariants,
  ...relyingPartyVariants,
  ...humanVariants,
  ...pageVariants,
  ...documentVariants,
  ...kitVariants,
])

/**
 * Where the text leaves room a reference has to choose; its variants choose otherwise, so that the self-test proves
 * that Assay fails neither.
 * Throws a `ConfigError` on a name in `ASSAY_REFERENCE_VARIANT` that no variant has.
 */
export function checkVariants(text: string | undefined): void {
  for (const name of variantNames(text))
    if (!everyVariant.has(name))
      throw new ConfigError(`ASSAY_REFERENCE_VARIANT names "${name}"; there are ${[...everyVariant].join(', ')}.`)
}
