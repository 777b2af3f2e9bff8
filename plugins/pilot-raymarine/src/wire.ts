import type { PilotAlarm, PilotAlarmNames } from '@marinedata/plugin-api'

/** The messages that the plugin reads and writes, by their topic on the bus: the PGN. */
export const topics = {
  group: '126208',
  mode: '65379',
  locked: '65360',
  wind: '65345',
  alarm: '65288',
  key: '126720',
} as const
export type Topic = (typeof topics)[keyof typeof topics]

/** The messages that commands set. */
export const pgns = { mode: 65_379, locked: 65_360, wind: 65_345 } as const

/** Modes on the wire. The pilot has no state beside its mode. */
export const wireModes = {
  standby: 0x00,
  auto: 0x40,
  wind: 0x1_00,
  track: 0x1_80,
  'no drift': 0x1_81,
} as const
export type WireMode = keyof typeof wireModes

const raymarine = [0x3b, 0x9f] as const
const step = 1e-4
const noNumber = 0xff_ff

const lowHigh = (number: number): [number, number] => [number & 0xff, number >> 8]

const numberAt = (bytes: Uint8Array, at: number): number | undefined => {
  const number = (bytes[at] ?? 0xff) | ((bytes[at + 1] ?? 0xff) << 8)
  return number === noNumber ? undefined : number
}

/** Radians, or undefined for a sentinel. */
const angleAt = (bytes: Uint8Array, at: number): number | undefined => {
  const number = numberAt(bytes, at)
  return number === undefined ? undefined : number * step
}

const isRaymarine = (payload: Uint8Array): boolean =>
  payload[0] === raymarine[0] && payload[1] === raymarine[1]

/** A command: 126208, function 1, for a proprietary message of Raymarine. */
const command = (pgn: number, ...parameters: readonly number[]): Uint8Array =>
  Uint8Array.of(1, pgn & 0xff, (pgn >> 8) & 0xff, pgn >> 16, 0xf8, ...parameters)

const proprietary = [1, 0x3b, 0x07, 3, 4] as const

const pilotMode = (mode: number, subMode: number): Uint8Array =>
  command(pgns.mode, 4, ...proprietary, 4, ...lowHigh(mode), 5, ...lowHigh(subMode))

/** Sets the mode. The sub-mode stays. */
export const modeCommand = (mode: WireMode): Uint8Array => pilotMode(wireModes[mode], noNumber)

const tackSubMode = 4

/** Tacks. The mode stays, and the wind decides the side. */
export const tackCommand = (): Uint8Array => pilotMode(noNumber, tackSubMode)

/** @param angle radians, 0 ≤ angle < 2π */
const angleCommand = (pgn: number, field: number, angle: number): Uint8Array => {
  // 2π rounds to a number that no angle has.
  const number = Math.round(angle / step) % Math.round((2 * Math.PI) / step)
  return command(pgn, 3, ...proprietary, field, ...lowHigh(number))
}

/** Holds a heading, magnetic. */
export const headingCommand = (heading: number): Uint8Array => angleCommand(pgns.locked, 6, heading)

/** Holds a wind angle, clockwise from the bow. */
export const windCommand = (angle: number): Uint8Array => angleCommand(pgns.wind, 4, angle)

/** Undefined for a mode that is not known. */
export const readMode = (payload: Uint8Array): WireMode | undefined => {
  const number = isRaymarine(payload) ? numberAt(payload, 2) : undefined
  return (Object.keys(wireModes) as WireMode[]).find((mode) => wireModes[mode] === number)
}

/** The locked heading, magnetic. */
export const readLocked = (payload: Uint8Array): number | undefined =>
  isRaymarine(payload) ? angleAt(payload, 5) : undefined

/** The locked wind angle, clockwise from the bow. */
export const readWind = (payload: Uint8Array): number | undefined =>
  isRaymarine(payload) ? angleAt(payload, 2) : undefined

/** An alarm of the autopilot group; a silenced one is still on. */
export const readAlarm = (payload: Uint8Array): PilotAlarm | undefined => {
  const [, , , status, id, group] = payload
  if (!isRaymarine(payload) || group !== 1 || id === undefined || status === undefined) return undefined
  return { id, isOn: status !== 0 }
}

export interface Acknowledgement {
  /** The PGN of the command. */
  readonly pgn: number
  readonly isRefused: boolean
}

/** The answer to a command: 126208, function 2. */
export const readAcknowledgement = (payload: Uint8Array): Acknowledgement | undefined => {
  const [fn, low = 0, middle = 0, high = 0, errors = 0, count = 0, ...nibbles] = payload
  if (fn !== 2) return undefined
  const isRefused = nibbles
    .flatMap((byte) => [byte & 0x0f, byte >> 4])
    .slice(0, count)
    .some((error) => error !== 0)
  return { pgn: low | (middle << 8) | (high << 16), isRefused: errors !== 0 || isRefused }
}

/** An alarm ends after this time: it is repeated about once a second while it is on. */
export const alarmsEndAfterMs = 10_000

/** The standard name of an alarm, and its words; others are shown in the status of the plugin. */
export const alarmNames: PilotAlarmNames = new Map([
  [5, ['heading', 'Off course']],
  [14, ['waypointArrival', 'Waypoint reached']],
  [20, ['heading', 'Off course']],
  [21, ['wind', 'Wind shift']],
  [24, ['xte', 'No navigation data']],
  [25, ['xte', 'Large cross-track error']],
  [27, ['heading', 'No control head']],
  [28, ['heading', 'Released by hand']],
  [29, ['waypointAdvance', 'Next waypoint']],
  [30, ['heading', 'The drive has stopped']],
  [35, ['routeComplete', 'Route complete']],
  [46, ['heading', 'No compass']],
  [49, ['waypointAdvance', 'Next waypoint']],
  [50, ['waypointAdvance', 'Next waypoint']],
  [51, ['wind', 'No wind data']],
  [58, ['xte', 'Cross-track error']],
  [59, ['xte', 'Cross-track error']],
  [69, ['heading', 'Off course']],
  [70, ['xte', 'Large cross-track error']],
  [71, ['wind', 'Wind shift']],
])

/** Why modes are not entered. */
export interface MissingData {
  readonly words: string
  readonly modes: readonly WireMode[]
}

/** Alarms that say why a mode was not entered. */
export const missingData: ReadonlyMap<number, MissingData> = new Map([
  [24, { words: 'The pilot has no navigation data', modes: ['track'] }],
  [46, { words: 'The pilot has no compass', modes: ['auto', 'wind', 'track'] }],
  [51, { words: 'The pilot has no wind data', modes: ['wind'] }],
])
