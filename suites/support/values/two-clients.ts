import { clientIdOf } from '../../../harness/mutations/form-parameters.js'
import { form } from '../../../harness/mutations/mutation.js'
import type { ContextWith, Form, Mutation, Need } from '../../../harness/mutations/types.js'

/** A second `client_id`, behind the client's own and before it. */
export const besideOwn = <N extends Need = never>(
  another: (context: ContextWith<N>) => string,
  ...needs: readonly N[]
): readonly Mutation[] => {
  const placed = (name: string, behind: 0 | 1): Mutation =>
    form(
      name,
      (parameters: Form, context: ContextWith<N>) => {
        const own = clientIdOf(parameters, context)
        if (own) parameters.splice(parameters.indexOf(own) + behind, 0, [own[0], another(context)])
      },
      ...needs,
    )
  return [placed('own client_id, then that of another party', 1), placed('client_id of another party, then the own', 0)]
}
