import type { PilotAlarm, PilotAlarmNames } from '@marinedata/plugin-api'

/** The messages that the plugin reads and writes, by their topic on the bus: the PGN. */
export const topics = {
  command: '130850',
  echo: '130851',
  status: '65305',
  target: '65341',
  control: '127237',
} as const
export type Topic = (typeof topics)[keyof typeof topics]

/** The byte of a command that has the address of the pilot: commands are sent to all. */
export const addressAt = 2

/** Modes on the wire: their event in a command, and their bit in the status. An AC sets further bits. */
const wireModes = {
  standby: { event: 0x06, bit: 3 },
  heading: { event: 0x09, bit: 4 },
  nav: { event: 0x0a, bit: 6 },
  'no drift': { event: 0x0c, bit: 8 },
  wind: { event: 0x0f, bit: 10 },
} as const
export type WireMode = keyof typeof wireModes
const modeNames = Object.keys(wireModes) as WireMode[]

const navico = [0x41, 0x9f] as const
const autopilot = 0x0a
const changeEvent = 0x1a
const tackEvent = 0x11
const sides = { port: 2, starboard: 3 } as const
/** Radians per unit. */
const step = 1e-4
const noNumber = 0xff_ff

const command = (event: number, ...parameters: readonly number[]): Uint8Array => {
  const payload = new Uint8Array(12).fill(0xff)
  payload.set([...navico, 0xff, 0xff, 0xff, autopilot, event, 0, ...parameters])
  return payload
}

export const modeCommand = (mode: WireMode): Uint8Array => command(wireModes[mode].event)

/** Tacks, in wind mode only. The wind decides the side. */
export const tackCommand = (): Uint8Array => command(tackEvent, 0)

/** Changes the locked heading or wind angle. @param by radians, positive to starboard */
export const changeCommand = (by: number): Uint8Array => {
  // A real control head rounds down.
  const number = Math.floor(Math.abs(by) / step)
  return command(changeEvent, by < 0 ? sides.port : sides.starboard, number & 0xff, number >> 8)
}

const isNavico = (payload: Uint8Array): boolean => payload[0] === navico[0] && payload[1] === navico[1]

const numberAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0xff) | ((bytes[at + 1] ?? 0xff) << 8)

/** Radians, or undefined for a sentinel. */
const angleAt = (bytes: Uint8Array, at: number): number | undefined => {
  const number = numberAt(bytes, at)
  return number === noNumber ? undefined : number * step
}

/** The mode in a status; `other` when it is not known, and undefined when the status is about something else. */
export const readMode = (payload: Uint8Array): WireMode | 'other' | undefined => {
  const fromPilot = payload[2] === 0x00 || payload[2] === 0x64
  if (!isNavico(payload) || !fromPilot || payload[3] !== 0x0a) return undefined
  const bits = numberAt(payload, 4)
  return modeNames.find((mode) => (bits & (1 << wireModes[mode].bit)) !== 0) ?? 'other'
}

/** The locked heading: heading to steer of 127237. The pilot's 65341 lags one command behind. */
export const readHeading = (payload: Uint8Array): number | undefined => angleAt(payload, 5)

/** The locked wind angle or course, with its mode; undefined when the message is about another value. */
export const readTarget = (
  payload: Uint8Array,
): { readonly mode: 'wind' | 'no drift'; readonly angle: number | undefined } | undefined => {
  const mode = isNavico(payload) ? targetModes.get(payload[4] ?? 0) : undefined
  return mode && { mode, angle: angleAt(payload, 6) }
}
const targetModes: ReadonlyMap<number, 'wind' | 'no drift'> = new Map([
  [0x03, 'wind'],
  [0x0b, 'no drift'],
])

/** Whether an echo belongs to a command. The gateway has written the address of the pilot into the command. */
export const isEchoOf = (payload: Uint8Array, sent: Uint8Array): boolean =>
  payload.length === sent.length && payload.every((byte, at) => at === addressAt || byte === sent[at])

const alarmType = 0xff
const alarmEvents: ReadonlyMap<number, boolean> = new Map([
  [0x38, false],
  [0x39, true],
])

/** An alarm that is raised or gone. Acknowledged and silenced ones are still on. */
export const readAlarm = (payload: Uint8Array): PilotAlarm | undefined => {
  const isOn = isNavico(payload) && payload[5] === alarmType ? alarmEvents.get(payload[6] ?? 0) : undefined
  return isOn === undefined ? undefined : { id: numberAt(payload, 8), isOn }
}

/** The standard name of an alarm, and its words; others are shown in the status of the plugin. */
export const alarmNames: PilotAlarmNames = new Map([
  [20, ['wind', 'No wind data']],
  [21, ['xte', 'No navigation data']],
  [22, ['heading', 'No compass']],
  [23, ['xte', 'Large cross-track error']],
  [26, ['heading', 'The rudder does not respond']],
  [33, ['heading', 'No control head']],
  [34, ['heading', 'No autopilot computer']],
  [45, ['waypointArrival', 'Waypoint reached']],
  [110, ['heading', 'No compass']],
  [111, ['xte', 'No navigation data']],
  [112, ['heading', 'Off course']],
  [114, ['wind', 'No wind data']],
])

/** Why modes are not entered. */
export interface MissingData {
  readonly words: string
  readonly modes: readonly WireMode[]
}

const noWind: MissingData = { words: 'The pilot has no wind data', modes: ['wind'] }
const noNavigation: MissingData = { words: 'The pilot has no navigation data', modes: ['nav'] }
const noCompass: MissingData = {
  words: 'The pilot has no compass',
  modes: ['heading', 'wind', 'nav', 'no drift'],
}

/** Alarms that say why a mode was not entered. */
export const missingData: ReadonlyMap<number, MissingData> = new Map([
  [20, noWind],
  [21, noNavigation],
  [22, noCompass],
  [110, noCompass],
  [111, noNavigation],
  [114, noWind],
])
