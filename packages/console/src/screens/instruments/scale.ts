import type { Metadata, Severity } from '@marinedata/model'

/** From least to most severe. A value outside of all zones is normal. */
const severities: readonly Severity[] = ['nominal', 'normal', 'alert', 'warn', 'alarm', 'emergency']
const isNormal = (state: Severity): boolean => severities.indexOf(state) < 2

/** The ends of a scale, in SI units. */
export interface Range {
  readonly lower: number
  readonly upper: number
}

interface RangeRule extends Range {
  readonly si: string
  /** Words of the path, in small letters. */
  readonly words?: readonly string[]
}

const degree = Math.PI / 180
const zeroCelsius = 273.15
const knot = 1_852 / 3_600

/** Usual ranges, for paths without one in their metadata. Ordered from specific to general; the first match wins. */
const usualRanges: readonly RangeRule[] = [
  { si: 'Hz', words: ['revolutions'], lower: 0, upper: 60 },
  { si: 'K', words: ['exhaust'], lower: zeroCelsius, upper: zeroCelsius + 600 },
  { si: 'K', words: ['propulsion', 'coolant', 'oil'], lower: zeroCelsius + 20, upper: zeroCelsius + 120 },
  { si: 'K', words: ['water'], lower: zeroCelsius, upper: zeroCelsius + 35 },
  { si: 'K', lower: zeroCelsius - 20, upper: zeroCelsius + 60 },
  { si: 'Pa', words: ['environment'], lower: 95_000, upper: 105_000 },
  { si: 'Pa', words: ['boost', 'fuel'], lower: 0, upper: 300_000 },
  { si: 'Pa', lower: 0, upper: 600_000 },
  { si: 'ratio', lower: 0, upper: 1 },
  { si: 'V', lower: 10, upper: 16 },
  { si: 'A', lower: -100, upper: 100 },
  { si: 'm/s', words: ['.wind.'], lower: 0, upper: 40 * knot },
  { si: 'm/s', lower: 0, upper: 12 * knot },
  { si: 'm', words: ['.depth.'], lower: 0, upper: 50 },
  { si: 'm3/s', lower: 0, upper: 30 / 3_600_000 },
  { si: 'rad', words: ['attitude'], lower: -45 * degree, upper: 45 * degree },
  { si: 'rad', words: ['rudder'], lower: -35 * degree, upper: 35 * degree },
  { si: 'rad', words: ['wind.angle'], lower: -Math.PI, upper: Math.PI },
  { si: 'rad', lower: 0, upper: 2 * Math.PI },
  { si: 'rad/s', lower: (-60 * degree) / 60, upper: (60 * degree) / 60 },
]

const usualRange = (path: string, si: string | undefined): Range | undefined => {
  const text = path.toLowerCase()
  return usualRanges.find(
    (rule) => rule.si === si && (rule.words?.some((word) => text.includes(word)) ?? true),
  )
}

/** Room for the outermost zones, which are open to one side. */
const rangeOfZones = ({ zones = [] }: Metadata): Range | undefined => {
  const bounds = zones.flatMap(({ lower, upper }) => [lower, upper]).filter((bound) => bound !== undefined)
  if (bounds.length === 0) return undefined
  const [least, most] = [Math.min(...bounds), Math.max(...bounds)]
  const room = Math.max(most - least, Math.abs(most) / 2) / 4
  return { lower: Math.min(least - room, 0), upper: most + room }
}

const declaredRange = ({ displayScale }: Metadata): Range | undefined => {
  const { lower, upper } = displayScale ?? {}
  return lower !== undefined && upper !== undefined && lower < upper ? { lower, upper } : undefined
}

/** The ends of the scale of a path; undefined if they are unknown. */
export const rangeAt = (path: string, meta: Metadata): Range | undefined =>
  declaredRange(meta) ?? usualRange(path, meta.units) ?? rangeOfZones(meta)

/** Where a value is on a scale, from 0 to 1; undefined beyond its ends. */
export const shareOf = ({ lower, upper }: Range, value: number): number | undefined => {
  const share = (value - lower) / (upper - lower)
  return share >= 0 && share <= 1 ? share : undefined
}

/** A zone on a scale. */
export interface ZoneMark {
  /** Shares of the scale. */
  readonly from: number
  readonly to: number
  readonly state: Severity
}

/** The part of a zone that is on the scale. */
export const zoneMarks = (range: Range, { zones = [] }: Metadata): readonly ZoneMark[] =>
  zones.flatMap(({ lower = range.lower, upper = range.upper, state }) => {
    const [from, to] = [Math.max(lower, range.lower), Math.min(upper, range.upper)]
    if (isNormal(state) || from >= to) return []
    const width = range.upper - range.lower
    return [{ from: (from - range.lower) / width, to: (to - range.lower) / width, state }]
  })

/** The most severe zone that contains a value. */
export interface ZoneFound {
  readonly state: Severity
  readonly message: string | undefined
}

export const zoneOf = (value: number, { zones = [] }: Metadata): ZoneFound | undefined =>
  zones
    .filter(
      ({ lower = -Infinity, upper = Infinity, state }) =>
        !isNormal(state) && value >= lower && value <= upper,
    )
    .map(({ state, message }) => ({ state, message }))
    .toSorted((one, other) => severities.indexOf(other.state) - severities.indexOf(one.state))[0]

const steps = [1, 2, 2.5, 5, 10]

/** A figure of a scale. */
export interface ScaleTick {
  readonly share: number
  readonly text: string
}

interface Shown {
  readonly of: (value: number) => number
}

/** Round figures along a scale, in the shown unit; at most about seven. */
export const ticksOf = ({ lower, upper }: Range, { of }: Shown): readonly ScaleTick[] => {
  const [from, to] = [of(lower), of(upper)]
  const rough = (to - from) / 6
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (steps.find((each) => each * power >= rough * 0.999) ?? 10) * power
  const ticks: ScaleTick[] = []
  for (let figure = Math.ceil(from / step - 1e-9) * step; figure <= to + step * 1e-9; figure += step)
    ticks.push({ share: (figure - from) / (to - from), text: String(Number(figure.toFixed(6)) + 0) })
  return ticks
}

/** Where a value is on a scale. */
interface ScalePlace {
  /** From 0 to 1; undefined without a scale or a value, and beyond the scale. */
  readonly share: number | undefined
  readonly isBeyond: boolean
}

export const placeOn = (range: Range | undefined, value: number | undefined): ScalePlace => {
  if (range === undefined || value === undefined) return { share: undefined, isBeyond: false }
  const share = shareOf(range, value)
  return { share, isBeyond: share === undefined }
}
