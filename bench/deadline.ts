import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from './bench-error.ts'

/** Waits for `work`, but never longer than `limitMs`; `what` names the wait in the error. */
export const withDeadline = async <T>(what: string, limitMs: number, work: Promise<T>): Promise<T> => {
  const ended = new AbortController()
  const limit = sleep(limitMs, undefined, { signal: ended.signal }).then(() => {
    throw new BenchError(`${what} took longer than ${limitMs} ms`)
  })
  // Aborting the timer rejects `limit`; nobody awaits it by then.
  limit.catch(() => {})
  try {
    return await Promise.race([work, limit])
  } finally {
    ended.abort()
  }
}

/** Asks again every `everyMs` until the answer is yes; `false` when the limit came first. */
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
