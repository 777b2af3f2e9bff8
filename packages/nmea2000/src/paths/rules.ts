import { lookupText } from '#codec/database.ts'
import type { Fields, Message } from '#codec/decode.ts'
import { radians, wrapHalf } from '@marinedata/model'

/** A value of own ship. Null: the device says that it is not available. */
export interface PathValue {
  readonly path: string
  readonly value: unknown
}

/** Names that the skipper gave to engines and batteries, by instance. */
export interface InstanceNames {
  readonly engines: ReadonlyMap<number, string>
  readonly batteries: ReadonlyMap<number, string>
}

/** Content of a message. */
export interface Mapped {
  readonly values: PathValue[]
  /** Numbers outside their range, which are not published. */
  refused: number
}

/** How courses are computed. */
export type CourseKind = 'GreatCircle' | 'Rhumbline'

export interface RuleInput {
  readonly message: Message
  readonly names: InstanceNames
  /** Course kind in the last message of the device that sent it. */
  readonly courseKind: CourseKind
}

/** Adds what one or several fields of a message mean. */
export type Rule = (input: RuleInput, mapped: Mapped) => void

type Path = string | ((fields: Fields, names: InstanceNames) => string | undefined)

interface NumberOptions {
  /** Whether the field means this path in this message. */
  readonly when?: (fields: Fields) => boolean
  /** The value from the number in the unit of the message; undefined refuses it. */
  readonly convert?: (value: number, fields: Fields) => number | undefined
  /** Smallest and largest value, in the unit of the path. */
  readonly range?: readonly [number, number]
}

const fullTurn = 2 * Math.PI

/** A direction of the compass: more than a full turn is refused. */
export const direction = (value: number): number | undefined =>
  value < 0 || value > fullTurn ? undefined : value % fullTurn

/** An angle from the bow, which the bus sends as 0 to 2π: negative to port. */
export const fromBow = (value: number): number | undefined =>
  value < 0 || value > fullTurn ? undefined : wrapHalf(radians(value))

export const percent = (value: number): number => value / 100
export const litres = (value: number): number => value / 1_000
export const litresPerHour = (value: number): number => value / 3.6e6
export const perMinute = (value: number): number => value / 60

/** Whether a lookup has one of these values. */
export const is =
  (field: string, ...values: readonly number[]) =>
  (fields: Fields): boolean =>
    values.some((value) => fields[field] === value)

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most

const pathOf = (path: Path, { message, names }: RuleInput): string | undefined =>
  typeof path === 'string' ? path : path(message.fields, names)

/** A number at a path. */
export const number =
  (field: string, path: Path, { when, convert, range }: NumberOptions = {}): Rule =>
  (input, mapped) => {
    const { fields } = input.message
    if (when !== undefined && !when(fields)) return
    const at = pathOf(path, input)
    if (at === undefined) return
    const raw = fields[field]
    if (typeof raw !== 'number') {
      mapped.values.push({ path: at, value: null })
      return
    }
    const value = convert === undefined ? raw : convert(raw, fields)
    if (value === undefined || (range !== undefined && !isWithin(value, range))) mapped.refused++
    else mapped.values.push({ path: at, value })
  }

/** The text of a lookup at a path. A value without a text is withheld. */
export const text =
  (field: string, path: Path, spell: (name: string) => string = (name) => name): Rule =>
  (input, mapped) => {
    const { fields, definition } = input.message
    const lookup = definition.order.find(({ id }) => id === field)?.lookup
    const raw = fields[field]
    const at = pathOf(path, input)
    const name = typeof raw === 'number' && lookup !== undefined ? lookupText(lookup, raw) : undefined
    if (name !== undefined && at !== undefined) mapped.values.push({ path: at, value: spell(name) })
  }

/** One value with the members that are available; null without any. */
export const members =
  (path: string, given: Readonly<Record<string, (fields: Fields) => number | undefined>>): Rule =>
  ({ message: { fields } }, mapped) => {
    const entries = Object.entries(given).flatMap(([name, of]) => {
      const value = of(fields)
      return value === undefined ? [] : [[name, value] as const]
    })
    mapped.values.push({ path, value: entries.length === 0 ? null : Object.fromEntries(entries) })
  }

/** A field as a number; undefined when it is not available. */
export const numberIn = (fields: Fields, field: string): number | undefined => {
  const value = fields[field]
  return typeof value === 'number' ? value : undefined
}

/** A position: both or nothing. */
export const position =
  (path: string, [latitude, longitude]: readonly [string, string] = ['latitude', 'longitude']): Rule =>
  ({ message: { fields } }, mapped) => {
    const place = { latitude: numberIn(fields, latitude), longitude: numberIn(fields, longitude) }
    if (place.latitude === undefined || place.longitude === undefined)
      mapped.values.push({ path, value: null })
    else if (Math.abs(place.latitude) > 90 || Math.abs(place.longitude) > 180) mapped.refused++
    else mapped.values.push({ path, value: place })
  }

const secondsPerDay = 86_400
/** A receiver that has rolled over the GPS week is outside these years. */
const years = { first: Date.UTC(2020, 0), last: Date.UTC(2100, 0) }

/** A date and a time of day as ISO 8601; undefined when one is missing or impossible. */
export const momentOf = (date: number | undefined, time: number | undefined): string | undefined => {
  if (date === undefined || time === undefined || time >= secondsPerDay) return undefined
  const ms = (date * secondsPerDay + time) * 1_000
  return ms >= years.first && ms < years.last ? new Date(ms).toISOString() : undefined
}
