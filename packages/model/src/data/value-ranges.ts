import type { Metadata } from './metadata.ts'

/** The least and the most that a value of some unit can be. */
export interface ValueRange {
  readonly minimum: number
  readonly maximum: number
}

const range = (minimum: number, maximum: number): ValueRange => ({ minimum, maximum })
const upTo = (most: number): ValueRange => range(-most, most)

/** Every finite number. */
export const anyNumber: ValueRange = upTo(Number.MAX_VALUE)

// What is physically possible aboard, with room to spare: the purpose is to catch a wrong unit, not an odd day.
const rangeByUnit = new Map<string, ValueRange>([
  // Senders round: a whole turn with four decimals is 6.2832.
  ['rad', upTo(2 * Math.PI + 0.001)],
  ['rad/s', upTo(2 * Math.PI)],
  // Search and rescue aircraft are on AIS too.
  ['m/s', upTo(1_500)],
  ['K', range(0, 10_000)],
  // Gear and pulley ratios are above 1, and an overfull tank is slightly.
  ['ratio', upTo(20)],
  ['%', upTo(2_000)],
  ['Pa', range(-1e6, 1e9)],
  ['V', upTo(1e6)],
  ['A', upTo(1e6)],
  ['Hz', range(0, 1e12)],
  ['m', upTo(1e10)],
])

const rangeOf = (units: string): ValueRange => rangeByUnit.get(units) ?? anyNumber

/** What the metadata of a path demands of its values; a value may be null in each case. */
export type ValueDemand =
  | { readonly kind: 'number'; readonly units: string; readonly range: ValueRange }
  | { readonly kind: 'date' }
  | { readonly kind: 'members'; readonly members: ReadonlyMap<string, ValueDemand> }

const dateUnits = 'RFC 3339 (UTC)'
const datePaths: ReadonlySet<string> = new Set([
  'navigation.datetime',
  'navigation.courseGreatCircle.activeRoute.estimatedTimeOfArrival',
  'navigation.courseGreatCircle.activeRoute.startTime',
  'navigation.courseRhumbline.activeRoute.estimatedTimeOfArrival',
  'navigation.courseRhumbline.activeRoute.startTime',
])

const demandOfUnits = (units: unknown): ValueDemand | undefined => {
  if (typeof units !== 'string') return undefined
  return units === dateUnits ? { kind: 'date' } : { kind: 'number', units, range: rangeOf(units) }
}

const demandOfMembers = (properties: Readonly<Record<string, unknown>>): ValueDemand | undefined => {
  const members = Object.entries(properties).flatMap<[string, ValueDemand]>(([name, described]) => {
    const units =
      typeof described === 'object' && described !== null && 'units' in described && described.units
    const demand = demandOfUnits(units)
    return demand === undefined ? [] : [[name, demand]]
  })
  return members.length === 0 ? undefined : { kind: 'members', members: new Map(members) }
}

/** What values at this path must be; undefined when nothing is known of it. */
export const valueDemandOf = (path: string, metadata: Metadata | undefined): ValueDemand | undefined => {
  if (datePaths.has(path)) return { kind: 'date' }
  if (metadata === undefined) return undefined
  return demandOfUnits(metadata.units) ?? (metadata.properties && demandOfMembers(metadata.properties))
}

export type ValueFault = 'not-a-number' | 'out-of-range' | 'invalid-date'

/** Why the value does not meet the demand; undefined when it does. */
export const valueFaultOf = (value: unknown, demand: ValueDemand): ValueFault | undefined => {
  if (value === null) return undefined
  if (demand.kind === 'date')
    return typeof value === 'string' && isPossibleDate(value) ? undefined : 'invalid-date'
  if (demand.kind === 'number') return numberFault(value, demand.range)
  // Whether it is an object at all is not said by the units of its members.
  if (typeof value !== 'object') return undefined
  for (const [name, inner] of demand.members) {
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

/** Whether the text is an ISO 8601 date or date-time of a day that there is: not 30 February. */
export const isPossibleDate = (text: string): boolean => {
  const [, year, month, day] = datePattern.exec(text) ?? []
  return year !== undefined && isPossibleDay(Number(year), Number(month), Number(day))
}

/** Whether a well-formed date-time names a day that there is; for texts whose form is already checked. */
export const namesPossibleDay = (timestamp: string): boolean => {
  const day = Number(timestamp.slice(8, 10))
  // Every month has 28 days.
  return day <= 28 || isPossibleDay(Number(timestamp.slice(0, 4)), Number(timestamp.slice(5, 7)), day)
}

const isPossibleDay = (year: number, month: number, day: number): boolean =>
  day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

/** What is wrong with a value, for whoever sent it: names the path, the unit and the likely mistake. */
export const describeValueFault = (path: string, value: unknown, demand: ValueDemand): string => {
  if (demand.kind === 'date')
    return `"${path}": ${shown(value)} is not a date. Send an ISO 8601 date-time such as "2026-06-01T12:00:00Z"`
  if (demand.kind === 'number') return describeNumberFault(path, value, demand)
  const members = value as Readonly<Record<string, unknown>>
  const [name, inner] =
    [...demand.members].find(([key, one]) => members[key] !== undefined && valueFaultOf(members[key], one)) ??
    []
  return name === undefined || inner === undefined
    ? `"${path}": ${shown(value)} is not acceptable`
    : describeValueFault(`${path}/${name}`, members[name], inner)
}

const describeNumberFault = (
  path: string,
  value: unknown,
  { units, range: { minimum, maximum } }: Extract<ValueDemand, { kind: 'number' }>,
): string => {
  if (typeof value !== 'number')
    return `"${path}": ${shown(value)} is not a number. Send a number in ${units}, or null when it is not known`
  const hint = hintByUnit.get(units)?.(value)
  const bounds = `between ${rounded(minimum)} and ${rounded(maximum)} ${units}`
  return `"${path}": ${value} ${units} is not possible; it must be ${bounds}${hint === undefined ? '' : `. ${hint}`}`
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

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 64 ? `${text.slice(0, 64)}…` : text
}
