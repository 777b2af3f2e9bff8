import { momentOf, type InstanceNames } from '#paths/rules.ts'
import { radians, wrapFull, type LiveGuidance } from '@marinedata/model'

/** Latest values by path. A value that is unknown or stale is undefined. */
export interface OutputValues {
  get(path: string): unknown
  /** The values of the source that the value at this path has. Empty without a value. */
  withSourceOf(path: string): OutputValues
  /** The paths with a value. */
  paths(): readonly string[]
}

/** Input of the messages at one moment. */
export interface Moment {
  /** Values that may be sent: those that did not come from the bus. */
  readonly values: OutputValues
  /** Values of all sources, also of the bus: what is computed from them is not what the bus has sent. */
  readonly all: Pick<OutputValues, 'get'>
  /** The course that the crew has set, from one position; undefined while it is not live. */
  readonly guidance: LiveGuidance | undefined
  /** The number of the moment: messages with the same number belong together. */
  readonly sid: number
  readonly names: InstanceNames
}

type Readable = Pick<OutputValues, 'get'>

export const numberAt = (values: Readable, path: string): number | undefined => {
  const value = values.get(path)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

const directionUnit = 0.0001
const fullTurn = 2 * Math.PI

/**
 * A direction or an angle from the bow in the range of the bus: from 0 to less than a full turn, even when rounded. More than a
 * full turn is not a direction: it may be degrees.
 */
export const directionAt = (values: Readable, path: string): number | undefined => {
  const value = numberAt(values, path)
  return value === undefined ? undefined : roundedDirection(value)
}

/** Encodes a direction for the bus; undefined if the value is not a direction. */
export const roundedDirection = (value: number): number | undefined => {
  if (!(Math.abs(value) <= fullTurn)) return undefined
  const rounded = Math.round(wrapFull(radians(value)) / directionUnit) * directionUnit
  return rounded < fullTurn ? rounded : 0
}

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** A position: complete and on earth, or nothing. */
export const placeAt = (values: Readable, path: string): Place | undefined => {
  const value = values.get(path)
  if (typeof value !== 'object' || value === null) return undefined
  const { latitude, longitude } = value as Partial<Record<keyof Place, unknown>>
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

const dayMs = 86_400_000

/** Days since 1970, and seconds of the day; nothing when the time is impossible. */
export const dateAt = (
  values: Readable,
  path: string,
): { readonly date?: number; readonly time?: number } => {
  const value = values.get(path)
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  const [date, time] = [Math.floor(ms / dayMs), (ms % dayMs) / 1_000]
  return momentOf(date, time) === undefined ? {} : { date, time }
}
