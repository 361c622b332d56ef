import type { Judge, Message, RefusalOptions } from '../../../harness/check/types.js'

/** After so many failures in a row the circuit breakers of most applications are open, and what follows is not asked any more. */
const enough = 12

/** The last of them goes so long after the control at most, milliseconds, which speaks for it then: who takes long over each gets fewer. */
const boundMs = 25_000

/**
 * Has messages refused, one after the other, until a circuit breaker is open as a rule.
 * @param since When the control was granted.
 * @param make A message of a stranger.
 * @returns whether there is time for one more by the same control.
 */
export async function refusesInARow(
  judge: Judge,
  since: number,
  make: () => Promise<Message>,
  options: RefusalOptions,
): Promise<boolean> {
  const end = since + boundMs
  for (let sent = 0; sent < enough && Date.now() < end; sent += 1) await judge.refuses(await make(), options)
  return Date.now() < end
}
