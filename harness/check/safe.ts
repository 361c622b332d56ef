import { NotTestable } from '../contracts/errors.js'
import type { HttpClient } from '../wire/http.js'
import { requestBytes } from '../wire/size.js'

/** Why a check has no place in a run that is to harm nobody (`--safe`), in words for people. */
export const unsafeKinds = {
  race: 'It sends several messages at the same time.',
  flood: 'It sends wrong messages by the dozen, or any by the hundred.',
  large: 'It sends or answers with more than 64 KB at once.',
  slow: 'It keeps the target waiting in the middle of a message.',
  restart: 'It has the target restarted.',
  lockout: 'It logs a human in with wrong passwords, which may lock their account.',
} as const

/** One of those. */
export type UnsafeKind = keyof typeof unsafeKinds

/** Bytes at most of a message of a safe run. */
export const mostSafeBytes = 64 * 1024

/** Requests in a second of a safe run where `--rate` names no other number. */
export const usualRate = 10

/** What is sent to one target through any of its clients. */
export interface SafeUse {
  underWay: number
}

/**
 * A client that sends one message at a time and none above 64 KB, whatever a check may say of itself.
 * @throws NotTestable in place of sending more.
 */
export function safely(http: HttpClient, use: SafeUse): HttpClient {
  const alone = async <T>(bytes: number, send: () => Promise<T>): Promise<T> => {
    if (use.underWay > 0) throw leftOut(unsafeKinds.race)
    if (bytes > mostSafeBytes) throw leftOut(unsafeKinds.large)
    use.underWay += 1
    try {
      return await send()
    } finally {
      use.underWay -= 1
    }
  }
  return {
    exchange: (request, options) => alone(requestBytes(request), () => http.exchange(request, options)),
    exchangeRaw: (url, bytes, options) => {
      if (options?.drip) return Promise.reject(leftOut(unsafeKinds.slow))
      return alone(bytes.length, () => http.exchangeRaw(url, bytes, options))
    },
    race: () => Promise.reject(leftOut(unsafeKinds.race)),
    close: http.close,
  }
}

/** What is said of a check that a safe run leaves out. */
export const leftOutBySafe = (reason: string): string => `Left out by --safe: ${reason}`

/** Whether an error message is that. */
export const isLeftOut = (message: string): boolean => message.startsWith(leftOutBySafe(''))

const leftOut = (reason: string): NotTestable => new NotTestable(leftOutBySafe(reason))
