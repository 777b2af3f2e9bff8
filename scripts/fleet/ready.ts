import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats until it succeeds: a NATS cluster that has just started has no leader yet. */
export const ready = async <T>(work: () => Promise<T>): Promise<T> => {
  const deadline = performance.now() + 60_000
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(250)
    }
}
