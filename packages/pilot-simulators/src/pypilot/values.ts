import { wrapHalf } from '../angles.ts'
import { modes, tackDirections, tackStates, type Autopilot, type Sensor } from './autopilot.ts'

/** A value of pypilot: how it is read, and how it is set when clients may set it. */
export interface Value {
  readonly type: string
  readonly read: () => unknown
  /** Takes what has the right form; anything else is ignored, as pypilot does. */
  readonly write?: (value: unknown) => void
  readonly choices?: readonly string[]
}

/** A sensor without data is `false`. */
const noData = false
const knots = 6

const among = <Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined =>
  choices.find((choice) => choice === value)

const range = (least: number, most: number, take: (value: number) => void) => (value: unknown) => {
  if (typeof value === 'number' && value >= least && value <= most) take(value)
}

type Values = Readonly<Record<string, Value>>

const steeringValues = (pilot: Autopilot): Values => ({
  'ap.version': { type: 'Value', read: () => '0.60' },
  'ap.enabled': {
    type: 'BooleanProperty',
    read: () => pilot.isEnabled,
    write: (value) => {
      if (typeof value === 'boolean') pilot.isEnabled = value
    },
  },
  'ap.mode': {
    type: 'EnumProperty',
    choices: modes,
    read: () => pilot.mode,
    write: (value) => {
      const mode = among(modes, value)
      if (mode !== undefined) pilot.select(mode)
    },
  },
  'ap.modes': { type: 'Value', read: () => pilot.available },
  'ap.heading': { type: 'SensorValue', read: () => (pilot.has('compass') ? pilot.present() : noData) },
  'ap.heading_command': {
    type: 'RangeProperty',
    read: () => pilot.command,
    write: range(-180, 360, (value) => pilot.hold(value)),
  },
  'ap.heading_error': {
    type: 'SensorValue',
    read: () => (pilot.has('compass') ? wrapHalf(pilot.present() - pilot.command) : noData),
  },
  'servo.engaged': { type: 'BooleanValue', read: () => pilot.isEnabled },
})

const tackValues = (pilot: Autopilot): Values => ({
  'ap.tack.state': {
    type: 'EnumProperty',
    choices: tackStates,
    read: () => pilot.tackState,
    write: (value) => {
      const state = among(tackStates, value)
      if (state === 'begin') pilot.beginTack()
      if (state === 'none') pilot.cancelTack()
    },
  },
  'ap.tack.direction': {
    type: 'EnumProperty',
    choices: tackDirections,
    read: () => pilot.tackDirection,
    write: (value) => {
      pilot.tackDirection = among(tackDirections, value) ?? pilot.tackDirection
    },
  },
  'ap.tack.angle': {
    type: 'RangeProperty',
    read: () => pilot.tackAngle,
    write: range(10, 180, (value) => (pilot.tackAngle = value)),
  },
  'ap.tack.delay': {
    type: 'RangeProperty',
    read: () => pilot.tackDelay,
    write: range(0, 60, (value) => (pilot.tackDelay = value)),
  },
})

const source = (name: () => string | undefined): Value => ({
  type: 'StringValue',
  read: () => name() ?? 'none',
})

const sensorValues = (pilot: Autopilot): Values => {
  const of = (sensor: Sensor, read: () => unknown): Value => ({
    type: 'SensorValue',
    read: () => (pilot.has(sensor) ? read() : noData),
  })
  return {
    'imu.heading_lowpass': of('compass', () => pilot.boat.heading),
    'wind.direction': of('wind', () => pilot.boat.windAngle),
    'wind.speed': of('wind', () => 2 * knots),
    'wind.source': source(() => (pilot.has('wind') ? 'sensor' : undefined)),
    'gps.track': of('gps', () => pilot.boat.heading),
    'gps.speed': of('gps', () => knots),
    'gps.source': source(() => (pilot.has('gps') ? 'gpsd' : undefined)),
    'apb.track': { type: 'SensorValue', read: () => pilot.track?.bearing ?? noData },
    'apb.xte': { type: 'SensorValue', read: () => pilot.track?.crossTrack ?? noData },
    'apb.source': source(() => (pilot.track === undefined ? undefined : 'tcp')),
  }
}

/** The values that a pypilot server has, as far as they are known. Degrees and knots. */
export const valuesOf = (pilot: Autopilot): ReadonlyMap<string, Value> =>
  new Map(Object.entries({ ...steeringValues(pilot), ...tackValues(pilot), ...sensorValues(pilot) }))

/** A value as pypilot writes it. */
export const textOf = (value: unknown): string => {
  if (typeof value !== 'number') return JSON.stringify(value)
  return Number.isFinite(value) ? value.toFixed(4) : '"nan"'
}

/** The answer to a watch of `values`. */
export const listOf = (values: ReadonlyMap<string, Value>): string =>
  JSON.stringify(
    Object.fromEntries(
      [...values].map(([name, { type, write, choices }]) => [
        name,
        { type, ...(write && { writable: true }), ...(choices && { choices }) },
      ]),
    ),
  )
