/** What all of them come to. Where one fails, the others are waited for first, so that none is under way when its check ends. */
export async function together<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
