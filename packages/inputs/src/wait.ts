import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any real wait. */
const forEverMs = 2 ** 31 - 1

/** Waits for this long or until the signal is aborted. Resolves in both cases. */
export const waitOrAbort = async (signal: AbortSignal, ms: number = forEverMs): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    // Aborted.
  }
}
