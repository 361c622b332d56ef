// What the set-up says: a line per step with its seconds, and a sign of life in between. All of it on stderr, since
// stdout belongs to the command.

/** Ends the set-up with a sentence for the user. 3 is a matter of this machine, 4 of the code. */
export class SetUpFailed extends Error {
  constructor(sentence, code = 3) {
    super(sentence)
    this.code = code
  }
}

const out = process.stderr
/** Milliseconds between two signs of life where lines cannot be rewritten, as in a log. */
const logged = 10_000

export const say = (line) => out.write(`${line}\n`)

/** Runs one step and says what it does, each second on a terminal and every ten elsewhere, and in the end how long it took. */
export async function step(what, work) {
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  const live = out.isTTY === true
  const rewrite = (text) => out.write(`\r\u001b[2K${text}`)
  if (live) rewrite(`${what} …`)
  else say(`${what} …`)
  const sign = setInterval(
    () =>
      live
        ? rewrite(`${what} … ${Math.round(seconds())} s`)
        : say(`${what}: still at it after ${Math.round(seconds())} s`),
    live ? 1000 : logged,
  )
  try {
    const result = await work()
    if (live) rewrite('')
    say(`${what}: done in ${seconds()} s`)
    return result
  } catch (error) {
    if (live) rewrite('')
    say(`${what}: failed after ${seconds()} s`)
    throw error
  } finally {
    clearInterval(sign)
  }
}
