import { once } from 'node:events'
import type { RunningCli } from '@marinedata/testing/boats/start-cli'

/** Node options of a server whose garbage is collected on request. */
export const collectable: readonly string[] = [
  '--expose-gc',
  '--import',
  new URL('./collect-on-request.ts', import.meta.url).pathname,
]

/**
 * Resident memory in megabytes after a full garbage collection.
 * @param how gentle, when times are measured afterwards: a full one also discards compiled code
 */
export const collectedMb = async (
  { child }: RunningCli,
  how: 'collect' | 'collect gently' = 'collect',
): Promise<number> => {
  const answer = once(child, 'message') as Promise<[number]>
  child.send(how)
  const [bytes] = await answer
  return bytes / 1e6
}

/** Node options of a server that measures its longest callback. */
export const withCallbackMeter: readonly string[] = [
  '--import',
  new URL('./longest-callback.ts', import.meta.url).pathname,
]

/** The longest callback of the event loop since the last call, in milliseconds of processor time. */
export const longestCallbackMs = async ({ child }: RunningCli): Promise<number> => {
  const answer = once(child, 'message') as Promise<[{ readonly longestCallbackMs: number }]>
  child.send('longest callback')
  const [{ longestCallbackMs: ms }] = await answer
  return ms
}
