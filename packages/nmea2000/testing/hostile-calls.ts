import { DeviceDirectory } from '#network/device-directory.ts'
import { BusReader } from '#paths/bus-reader.ts'
import { ManualTimer } from '#simulation/simulated-bus.ts'
import { broadcastAddress } from '#transport/frame.ts'
import { checkOf, DscCall, dscCallPath, SafetyText, safetyTextPath, type Condition } from '@marinedata/model'
import { busVectors, payloadOf } from './distress-vectors.ts'
import type { Random } from './random.ts'

/** What a flood of wrong calls for help did. */
export interface HostileCalls {
  readonly messages: number
  readonly values: number
  readonly alerts: number
  /** Values and alerts that break their schema or their bounds. */
  readonly faults: number
}

const checks = new Map([
  [dscCallPath, checkOf(DscCall)],
  [safetyTextPath, checkOf(SafetyText)],
])
const longestMessage = 256

const isFaulty = (path: string, value: unknown): boolean => (checks.get(path)?.faults(value).length ?? 0) > 0

const isBadAlert = ({ message, position }: Condition): boolean =>
  message.length > longestMessage || Math.abs(position?.latitude ?? 0) > 90

const mutated = (payload: Uint8Array, random: Random): Uint8Array => {
  const bytes = Uint8Array.from(
    payload.subarray(0, random.below(10) === 0 ? random.below(payload.length) : 223),
  )
  for (let changes = random.below(4); changes > 0 && bytes.length > 0; changes--)
    bytes[random.below(bytes.length)] = random.below(256)
  return bytes
}

/** Sends many wrong messages about distress through decoding and mapping. Throws when one of them does. */
export const feedHostileCalls = (count: number, random: Random): HostileCalls => {
  const timer = new ManualTimer()
  const directory = new DeviceDirectory({ timer })
  const reader = new BusReader({ directory, timer, ownMmsi: '235099999' })
  let [values, alerts, faults] = [0, 0, 0]
  for (let messages = 0; messages < count; messages++) {
    const vector = random.pick(busVectors)
    const header = { priority: 3, pgn: vector.pgn, destination: broadcastAddress }
    const packet = { ...header, source: random.below(252), payload: mutated(payloadOf(vector), random) }
    directory.handle(packet)
    reader.handle(packet)
    if (messages % 10 === 0) timer.advance(100)
    const news = reader.take()
    const all = news.updates.flatMap((update) => update.values)
    values += all.length
    alerts += news.alerts.length
    faults += all.filter(({ path, value }) => isFaulty(path, value)).length
    faults += news.alerts.filter(({ condition }) => isBadAlert(condition)).length
  }
  return { messages: count, values, alerts, faults }
}
