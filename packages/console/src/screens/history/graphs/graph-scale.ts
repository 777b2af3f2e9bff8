import type { DisplayUnit } from '#units/instrument-units.ts'

/** The ends of a graph, in the shown unit. */
export interface GraphScale {
  readonly lower: number
  readonly upper: number
}

/** The smallest difference between the ends, by unit: less would draw noise as a storm. */
const leastByUnit: Readonly<Record<string, number>> = {
  '°': 20,
  kn: 2,
  'km/h': 4,
  'm/s': 1,
  m: 2,
  ft: 6,
  hPa: 4,
  V: 0.4,
  '%': 10,
  '°C': 2,
  '°F': 4,
}
/** Minimum scale for other units, as a share of the value. */
const leastShare = 0.02

const stepShares = [0.1, 0.2, 0.25, 0.5, 1] as const

const roundStep = (spread: number): number => {
  const power = 10 ** Math.floor(Math.log10(spread))
  return (stepShares.find((share) => share * power * 6 >= spread) ?? 1) * power
}

/** Round ends that contain all samples. A value that is never negative starts at zero or above. */
export const scaleOf = (low: number, high: number, unit: string): GraphScale => {
  const least = leastByUnit[unit] ?? Math.max(Math.abs(high), Math.abs(low), 1e-6) * leastShare
  const spread = Math.max(high - low, least)
  const middle = (low + high) / 2
  const step = roundStep(spread)
  const lower = Math.floor((middle - spread / 2) / step + 1e-9) * step
  const upper = Math.ceil((middle + spread / 2) / step - 1e-9) * step
  return { lower: low >= 0 ? Math.max(lower, 0) : lower, upper }
}

/** Quantities that begin again after a turn. */
export const isAngle = ({ quantity }: Pick<DisplayUnit, 'quantity'>): boolean =>
  quantity === 'bearing' || quantity === 'windAngle'

const turn = 2 * Math.PI

/** A value of a graph, of which angles may be several turns. */
export const textOfValue = (display: DisplayUnit, value: number): { text: string; unit: string } =>
  display.textOf(isAngle(display) ? value - Math.round(value / turn) * turn : value)

/** The figure at an end of a graph. */
export const textOfEnd = (display: DisplayUnit, end: number): string =>
  isAngle(display)
    ? textOfValue(display, (end * Math.PI) / 180).text
    : String(Number(end.toFixed(Math.abs(end) >= 100 ? 0 : 2)) + 0)
