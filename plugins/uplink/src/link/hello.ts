import type { LogHead } from '@marinedata/model'
import { prove, type Hello, type Tariff } from '@marinedata/uplink-protocol'
import { hasTunnels } from '../tariffs.ts'
import type { UplinkOptions } from '../uplink-options.ts'

interface Greeted {
  readonly nonce: string
  readonly head: LogHead
  readonly tariff: Tariff
}

/** The answer to a challenge: who the boat is, with the proof, and what it has. */
export const helloOf = (
  {
    vessel,
    host,
    key,
    version,
    consolePort,
  }: Pick<UplinkOptions, 'vessel' | 'host' | 'key' | 'version' | 'consolePort'>,
  { nonce, head: { epoch: log, event: events, number: segments }, tariff }: Greeted,
): Hello => {
  const proof = prove({ nonce, host, vessel, log }, key)
  const own = { vessel, log, head: { events, segments }, tariff, version, proof }
  return { type: 'hello', ...own, ...(consolePort !== undefined && hasTunnels(tariff) && { console: true }) }
}
