import { once } from 'node:events'
import type { RunningCli } from '../start-cli.ts'

/** Options of Node for a server whose garbage is collected when the test asks. */
export const collectable: readonly string[] = [
  '--expose-gc',
  '--import',
  new URL('./collect-on-request.ts', import.meta.url).pathname,
]

/**
 * Resident memory in megabytes after a full collection of garbage.
 * @param how gently, when times are measured afterwards: else compiled code is thrown away too
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
