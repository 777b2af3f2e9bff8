import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from './bench-error.ts'

/** Waits for `work`, at most `limitMs`. `what` names the wait in the error. */
export const withDeadline = async <T>(what: string, limitMs: number, work: Promise<T>): Promise<T> => {
  const ended = new AbortController()
  const limit = sleep(limitMs, undefined, { signal: ended.signal }).then(() => {
    throw new BenchError(`${what} took longer than ${limitMs} ms`)
  })
  // Aborting the timer rejects `limit`, which has no reader left.
  limit.catch(() => {})
  try {
    return await Promise.race([work, limit])
  } finally {
    ended.abort()
  }
}

/** Polls every `everyMs` until the condition holds. Returns `false` at the limit. */
export const waitUntil = async (
  isDone: () => boolean | Promise<boolean>,
  { limitMs, everyMs = 5 }: { readonly limitMs: number; readonly everyMs?: number },
): Promise<boolean> => {
  const end = performance.now() + limitMs
  while (performance.now() < end) {
    if (await isDone()) return true
    await sleep(everyMs)
  }
  return isDone()
}
