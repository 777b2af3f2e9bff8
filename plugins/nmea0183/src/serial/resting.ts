import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than anyone waits for. */
const forEverMs = 2 ** 31 - 1

/** Waits for so long, or until the signal tells; which of the two does not matter. */
export const resting = async (signal: AbortSignal, ms: number = forEverMs): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    // Woken.
  }
}
