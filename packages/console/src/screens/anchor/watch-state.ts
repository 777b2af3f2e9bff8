import type { AnchorState, ConsoleClient } from '@marinedata/model'
import { isAlarm, type ShownAlert } from '#alerts/alert.ts'

/** Facts that decide the state of the watch. */
export interface WatchFacts {
  readonly state: AnchorState['state'] | undefined
  readonly isLost: boolean
  /** The watch itself has reported it recently. */
  readonly isConfirmed: boolean
  /** Whether there is a distance from a fresh position. */
  readonly hasDistance: boolean
  readonly degraded: string | null
  readonly alert: Pick<ShownAlert, 'priority'> | undefined
}

/**
 * `lost`: no connection. `unwatched`: anchor down, no report from the watch. `blind`: anchor down, no position. The
 * others come from the watch; only `well` and `setting` mean that nothing is wrong.
 */
export type WatchState =
  | 'raised'
  | 'lost'
  | 'unwatched'
  | 'blind'
  | 'alarm'
  | 'warning'
  | 'caution'
  | 'degraded'
  | 'setting'
  | 'well'

const byAlert = (alert: WatchFacts['alert']): WatchState | undefined => {
  if (alert === undefined) return undefined
  if (isAlarm(alert)) return 'alarm'
  return alert.priority === 'warning' ? 'warning' : 'caution'
}

/** Checks the most severe state first: `well` is returned only if nothing else applies. */
export const watchStateOf = (facts: WatchFacts): WatchState => {
  const { state } = facts
  if (facts.isLost) return 'lost'
  if (state === undefined || state === 'raised') return 'raised'
  if (!facts.isConfirmed) return 'unwatched'
  const byWatch = byAlert(facts.alert)
  if (byWatch === 'alarm') return byWatch
  if (!facts.hasDistance) return 'blind'
  if (byWatch !== undefined) return byWatch
  if (facts.degraded !== null) return 'degraded'
  return state === 'setting' ? 'setting' : 'well'
}

export type Tone = 'calm' | 'caution' | 'warning' | 'alarm' | 'unknown'

const tones: Readonly<Record<WatchState, Tone>> = {
  raised: 'calm',
  lost: 'unknown',
  unwatched: 'alarm',
  blind: 'warning',
  alarm: 'alarm',
  warning: 'warning',
  caution: 'caution',
  degraded: 'caution',
  setting: 'calm',
  well: 'calm',
}

export const toneOf = (watchState: WatchState): Tone => tones[watchState]

/** Share of the radius from which the boat is near the edge; the same as in the watch. */
const nearEdge = 0.85

/** Colour of the circle: unknown if the position of the boat is unknown, red only during an alarm. */
export const circleTone = (watchState: WatchState, fill: number): Tone => {
  if (watchState === 'lost' || watchState === 'unwatched' || watchState === 'blind') return 'unknown'
  if (watchState === 'alarm') return 'alarm'
  return fill >= nearEdge ? 'warning' : 'calm'
}

/** Consoles by whether they would sound an alarm. */
export interface AlarmDevices {
  /** Consoles that will sound an alarm. */
  readonly armed: readonly ConsoleClient[]
  /** Open consoles that are muted or not tested. */
  readonly silent: readonly ConsoleClient[]
  /** `unknown`: no list received yet. `weak`: only one will sound, and its battery is nearly empty. */
  readonly fault: 'unknown' | 'nobody' | 'weak' | undefined
}

const weakBattery = 0.2

const faultOf = (armed: readonly ConsoleClient[]): AlarmDevices['fault'] => {
  const [first, ...others] = armed
  if (first === undefined) return 'nobody'
  return others.length === 0 && first.battery !== null && first.battery < weakBattery ? 'weak' : undefined
}

/** One page of each device; if possible a page that will sound. */
const onePerDevice = (list: readonly ConsoleClient[]): ConsoleClient[] => {
  const pageByDevice = new Map<string, ConsoleClient>()
  for (const page of list) {
    const device = page.device ?? page.id
    if (page.wakes || !pageByDevice.has(device)) pageByDevice.set(device, page)
  }
  return [...pageByDevice.values()]
}

/** Unnamed devices share a name, such as Plotter. They are numbered. */
const withOwnNames = (devices: readonly ConsoleClient[]): ConsoleClient[] => {
  const countByName = new Map<string, number>()
  return devices.map((device) => {
    const count = (countByName.get(device.name) ?? 0) + 1
    countByName.set(device.name, count)
    return count === 1 ? device : { ...device, name: `${device.name} ${count}` }
  })
}

export const alarmDevicesOf = (list: readonly ConsoleClient[] | undefined): AlarmDevices => {
  if (list === undefined) return { armed: [], silent: [], fault: 'unknown' }
  const devices = withOwnNames(onePerDevice(list))
  const armed = devices.filter(({ wakes }) => wakes)
  return { armed, silent: devices.filter(({ wakes }) => !wakes), fault: faultOf(armed) }
}

/** Requested: sent to the server. Accepted: the server said yes. A confirmed radius is no longer pending. */
type PendingPhase = 'requested' | 'accepted' | 'unconfirmed'

/** A requested radius that the watch does not report yet. */
export interface PendingRadius {
  readonly wanted: number
  readonly phase: PendingPhase
  /** On the clock of `performance.now()`. */
  readonly since: number
}

const nearEnough = 0.5
const confirmMs = 3_000
const forgottenAfterMs = 20_000

/** The base of the next step: the requested radius, unless it was never confirmed. */
export const stepFrom = (pendingRadius: PendingRadius | undefined, limit: number): number =>
  pendingRadius === undefined || pendingRadius.phase === 'unconfirmed' ? limit : pendingRadius.wanted

/** Undefined when the report confirms the radius. */
export const afterReport = (
  pendingRadius: PendingRadius | undefined,
  limit: number | undefined,
): PendingRadius | undefined =>
  pendingRadius === undefined || limit === undefined || Math.abs(limit - pendingRadius.wanted) <= nearEnough
    ? undefined
    : pendingRadius

export const agedRadius = (
  pendingRadius: PendingRadius | undefined,
  now: number,
): PendingRadius | undefined => {
  if (pendingRadius === undefined) return undefined
  const age = now - pendingRadius.since
  if (pendingRadius.phase === 'unconfirmed') return age < forgottenAfterMs ? pendingRadius : undefined
  return age < confirmMs ? pendingRadius : { ...pendingRadius, phase: 'unconfirmed' }
}
