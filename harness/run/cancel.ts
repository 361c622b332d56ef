import { ConfigError } from '../contracts/errors.js'

/** Does something with all; when one fails, gives the others up and waits for their end, so that nothing is started behind our back. */
export async function allOrNone<A, B>(
  stop: AbortController,
  items: readonly A[],
  use: (item: A) => Promise<B>,
): Promise<readonly B[]> {
  let first: { readonly error: unknown } | undefined
  const all = items.map((item) =>
    use(item).catch((error: unknown) => {
      first ??= { error }
      stop.abort(error)
      throw error
    }),
  )
  await Promise.allSettled(all)
  if (first) throw first.error
  return Promise.all(all)
}

/** What the work gives, or the reason of the signal as soon as that is aborted. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { signal: done.signal })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    done.abort()
    work.catch(() => undefined)
    aborted.catch(() => undefined)
  }
}

/** What comes of all. If several want the user to mend something, the error has all their sentences, one per line. */
export async function allSound<A, B>(items: readonly A[], use: (item: A) => Promise<B>): Promise<readonly B[]> {
  const work = items.map(use)
  const problems = (await Promise.allSettled(work)).flatMap((one): unknown[] =>
    one.status === 'rejected' ? [one.reason] : [],
  )
  for (const problem of problems) if (!(problem instanceof ConfigError)) throw problem
  const mendable = problems as ConfigError[]
  if (mendable.length > 0)
    throw new ConfigError(mendable.map(({ message }) => message).join('\n'), {
      settings: mendable.flatMap(({ settings }) => settings),
    })
  return Promise.all(work)
}
