import { degree } from '@marinedata/model'

const threeDigits = (degrees: number): string => String((Math.round(degrees) + 360) % 360).padStart(3, '0')

/** A bearing in radians as three digits. */
export const bearingText = (radians: number): string => threeDigits(radians / degree)

/** Parses a bearing to radians; undefined if invalid. Accepts a decimal comma. */
export const bearingTyped = (text: string): number | undefined => {
  const clean = text.trim().replace(',', '.')
  if (!/^\d{1,3}(?:\.\d)?$/.test(clean) || Number(clean) > 360) return undefined
  return (Number(clean) % 360) * degree
}

/** Adds degrees to a bearing. */
export const bearingTurned = (radians: number | undefined, by: number): string =>
  threeDigits((radians ?? 0) / degree + by)
