/** How long one check sends the same kind of message over and over, milliseconds: half of what a check may take. */
const mostMs = 60_000

/** Whether there is time for one more of many messages: a slow target is judged by fewer. */
export function timeForMore(): () => boolean {
  const end = Date.now() + mostMs
  return () => Date.now() < end
}
