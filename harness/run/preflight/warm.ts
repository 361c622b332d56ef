import type { World } from '../../check/world.js'

/** Between two tries of a target that is not warm yet, milliseconds. */
const pauseMs = 500

/**
 * Tries again while a target is not warm yet, as a gateway that does not know the server behind it.
 * @param seconds How long.
 * @returns what came of the last try.
 */
export async function onceWarm<T>(
  { patience }: Pick<World, 'patience'>,
  seconds: number,
  attempt: () => Promise<T>,
  isWarm: (result: T) => boolean,
): Promise<T> {
  const end = Date.now() + seconds * 1_000
  for (;;) {
    const result = await attempt()
    if (isWarm(result) || Date.now() > end) return result
    await patience.wait(pauseMs)
  }
}
