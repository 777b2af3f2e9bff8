import type { Metadata } from './metadata.ts'

/** Minimum and maximum of the values of a unit. */
export interface ValueRange {
  readonly minimum: number
  readonly maximum: number
}

const range = (minimum: number, maximum: number): ValueRange => ({ minimum, maximum })
const upTo = (most: number): ValueRange => range(-most, most)

/** Every finite number. */
export const anyNumber: ValueRange = upTo(Number.MAX_VALUE)

// Wide physical limits: they are meant to detect a wrong unit, not an unusual value.
const rangeByUnit = new Map<string, ValueRange>([
  // Senders round: 2π with four decimals is 6.2832.
  ['rad', upTo(2 * Math.PI + 0.001)],
  ['rad/s', upTo(2 * Math.PI)],
  // Search and rescue aircraft also send AIS.
  ['m/s', upTo(1_500)],
  ['K', range(0, 10_000)],
  // Gear and pulley ratios are above 1, and an overfull tank slightly so.
  ['ratio', upTo(20)],
  ['%', upTo(2_000)],
  ['Pa', range(-1e6, 1e9)],
  ['V', upTo(1e6)],
  ['A', upTo(1e6)],
  ['Hz', range(0, 1e12)],
  ['m', upTo(1e10)],
])

const rangeOf = (units: string): ValueRange => rangeByUnit.get(units) ?? anyNumber

/** The constraint on values of a path, derived from its metadata. null is always valid. */
export type ValueConstraint =
  | { readonly kind: 'number'; readonly units: string; readonly range: ValueRange }
  | { readonly kind: 'date' }
  | { readonly kind: 'members'; readonly members: ReadonlyMap<string, ValueConstraint> }

const dateUnits = 'RFC 3339 (UTC)'
const datePaths: ReadonlySet<string> = new Set([
  'navigation.datetime',
  'navigation.courseGreatCircle.activeRoute.estimatedTimeOfArrival',
  'navigation.courseGreatCircle.activeRoute.startTime',
  'navigation.courseRhumbline.activeRoute.estimatedTimeOfArrival',
  'navigation.courseRhumbline.activeRoute.startTime',
])

const constraintOfUnits = (units: unknown): ValueConstraint | undefined => {
  if (typeof units !== 'string') return undefined
  return units === dateUnits ? { kind: 'date' } : { kind: 'number', units, range: rangeOf(units) }
}

const constraintOfMembers = (properties: Readonly<Record<string, unknown>>): ValueConstraint | undefined => {
  const members = Object.entries(properties).flatMap<[string, ValueConstraint]>(([name, described]) => {
    const units =
      typeof described === 'object' && described !== null && 'units' in described && described.units
    const constraint = constraintOfUnits(units)
    return constraint === undefined ? [] : [[name, constraint]]
  })
  return members.length === 0 ? undefined : { kind: 'members', members: new Map(members) }
}

/** The constraint on values of a path; undefined when its metadata has none. */
export const valueConstraintOf = (
  path: string,
  metadata: Metadata | undefined,
): ValueConstraint | undefined => {
  if (datePaths.has(path)) return { kind: 'date' }
  if (metadata === undefined) return undefined
  return (
    constraintOfUnits(metadata.units) ?? (metadata.properties && constraintOfMembers(metadata.properties))
  )
}

export type ValueFault = 'not-a-number' | 'out-of-range' | 'invalid-date'

/** Why the value violates the constraint; undefined when it is valid. */
export const valueFaultOf = (value: unknown, constraint: ValueConstraint): ValueFault | undefined => {
  if (value === null) return undefined
  if (constraint.kind === 'date')
    return typeof value === 'string' && isValidDate(value) ? undefined : 'invalid-date'
  if (constraint.kind === 'number') return numberFault(value, constraint.range)
  // The units of members do not require the value to be an object.
  if (typeof value !== 'object') return undefined
  for (const [name, inner] of constraint.members) {
    const member = (value as Readonly<Record<string, unknown>>)[name]
    const fault = member === undefined ? undefined : valueFaultOf(member, inner)
    if (fault !== undefined) return fault
  }
  return undefined
}

const numberFault = (value: unknown, { minimum, maximum }: ValueRange): ValueFault | undefined => {
  if (typeof value !== 'number') return 'not-a-number'
  return value >= minimum && value <= maximum ? undefined : 'out-of-range'
}

const datePattern =
  /^([0-9]{4})-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9]))?$/

/** Whether the text is an ISO 8601 date or date-time of an existing day: not 30 February. */
export const isValidDate = (text: string): boolean => {
  const [, year, month, day] = datePattern.exec(text) ?? []
  return year !== undefined && dayExists(Number(year), Number(month), Number(day))
}

/** Whether the day of a date-time exists. The format must be checked before. */
export const isExistingDay = (timestamp: string): boolean => {
  const day = Number(timestamp.slice(8, 10))
  // Every month has 28 days.
  return day <= 28 || dayExists(Number(timestamp.slice(0, 4)), Number(timestamp.slice(5, 7)), day)
}

const dayExists = (year: number, month: number, day: number): boolean =>
  day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Describes an invalid value for the sender: path, unit and the likely mistake. */
export const describeValueFault = (path: string, value: unknown, constraint: ValueConstraint): string => {
  if (constraint.kind === 'date')
    return `"${path}": ${preview(value)} is not a date. Send an ISO 8601 date-time such as "2026-06-01T12:00:00Z"`
  if (constraint.kind === 'number') return describeNumberFault(path, value, constraint)
  const members = value as Readonly<Record<string, unknown>>
  const [name, inner] =
    [...constraint.members].find(
      ([key, one]) => members[key] !== undefined && valueFaultOf(members[key], one),
    ) ?? []
  return name === undefined || inner === undefined
    ? `"${path}": ${preview(value)} is not valid`
    : describeValueFault(`${path}/${name}`, members[name], inner)
}

const describeNumberFault = (
  path: string,
  value: unknown,
  { units, range: { minimum, maximum } }: Extract<ValueConstraint, { kind: 'number' }>,
): string => {
  if (typeof value !== 'number')
    return `"${path}": ${preview(value)} is not a number. Send a number in ${units}, or null when it is unknown`
  const hint = hintByUnit.get(units)?.(value)
  const bounds = `between ${rounded(minimum)} and ${rounded(maximum)} ${units}`
  return `"${path}": ${value} ${units} is out of range; it must be ${bounds}${hint === undefined ? '' : `. ${hint}`}`
}

const hintByUnit = new Map<string, (value: number) => string>([
  ['rad', (value) => `Did you mean degrees? Then send ${rounded((value * Math.PI) / 180)} rad`],
  [
    'rad/s',
    (value) => `Did you mean degrees per second? Then send ${rounded((value * Math.PI) / 180)} rad/s`,
  ],
  ['K', (value) => `Did you mean degrees Celsius? Then send ${rounded(value + 273.15)} K`],
  ['ratio', (value) => `Did you mean per cent? Then send ${rounded(value / 100)}`],
])

const rounded = (value: number): string => String(Number(value.toPrecision(4)))

const preview = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 64 ? `${text.slice(0, 64)}…` : text
}
