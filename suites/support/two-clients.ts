import { clientIdOf } from '../../harness/mutations/form-parameters.js'
import { form } from '../../harness/mutations/mutation.js'
import type { MintContext } from '../../harness/mutations/types.js'

/** A second `client_id`, behind the client's own and before it. */
export const besideOwn = (another: (context: MintContext) => string): readonly ReturnType<typeof form>[] => [
  form('own client_id, then that of another party', (parameters, context) => {
    const own = clientIdOf(parameters, context)
    if (own) parameters.splice(parameters.indexOf(own) + 1, 0, [own[0], another(context)])
  }),
  form('client_id of another party, then the own', (parameters, context) => {
    const own = clientIdOf(parameters, context)
    if (own) parameters.splice(parameters.indexOf(own), 0, [own[0], another(context)])
  }),
]
