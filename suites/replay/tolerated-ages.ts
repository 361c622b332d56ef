import type { Client, Judge, Message } from '../../harness/check/types.js'

/** Ages that are tried where nobody waits for them, seconds. */
const someAges: readonly number[] = [31, 33, 34, 35, 40, 60, 90]

/** Ages beyond the lifetime of an assertion at which the target still took one of the control's sender, seconds, youngest first. */
export async function toleratedAges(
  { client, judge }: { readonly client: Client; readonly judge: Judge },
  control: Message,
  ages = someAges,
): Promise<readonly number[]> {
  const tolerated: number[] = []
  for (const ageSeconds of ages) {
    const { outcome } = await judge.records(client.next(control, { ageSeconds }), `JWT of ${ageSeconds} s`)
    if (outcome.kind === 'granted') tolerated.push(ageSeconds)
    // Nothing older is tolerated either.
    if (outcome.kind === 'refused') break
  }
  judge.observes('largest accepted age', tolerated.at(-1) ?? 30, 's')
  return tolerated
}
