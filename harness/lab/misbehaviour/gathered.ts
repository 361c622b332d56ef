/** Milliseconds without a further request after which those that wait go on. */
const quietMs = 100
/** Milliseconds that the first of them waits at most. */
const longestMs = 800

let waiting: (() => void)[] = []
let begun = 0
let timer: NodeJS.Timeout | undefined

function goOn(): void {
  const all = waiting
  waiting = []
  for (const one of all) one()
}

/** Resolves for all requests that come shortly after one another at the same moment, so that who asked goes on with all of them at once. */
export const gathered = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.length === 0) begun = Date.now()
    waiting.push(resolve)
    clearTimeout(timer)
    timer = setTimeout(goOn, Math.max(0, Math.min(quietMs, begun + longestMs - Date.now())))
  })
