import type { Position } from '#data/position.ts'

export interface PositionTextForm {
  /** Between degrees and minutes. */
  readonly joint: '' | ' ' | '-'
  /** Decimals of a minute. */
  readonly decimals: number
}

const minutesPerDegree = 60

const sideText = (
  value: number,
  [width, positive, negative]: readonly [number, string, string],
  { joint, decimals }: PositionTextForm,
): string => {
  const scale = 10 ** decimals
  // Rounded once: minutes that round up to 60 are the next degree.
  const units = Math.round(Math.abs(value) * minutesPerDegree * scale)
  const degrees = Math.floor(units / (minutesPerDegree * scale))
  const minutes = (units - degrees * minutesPerDegree * scale) / scale
  const digits = minutes.toFixed(decimals).padStart(decimals + (decimals > 0 ? 3 : 2), '0')
  return `${String(degrees).padStart(width, '0')}${joint}${digits}${value < 0 ? negative : positive}`
}

/** A position in degrees and minutes, such as `50 20.0N 004 10.0W`. */
export const positionText = ({ latitude, longitude }: Position, form: PositionTextForm): string =>
  `${sideText(latitude, [2, 'N', 'S'], form)} ${sideText(longitude, [3, 'E', 'W'], form)}`
