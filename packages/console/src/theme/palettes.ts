const radians = Math.PI / 180
const msPerDay = 86_400_000
const daysOf1970 = 2_440_587.5
const daysOf2000 = 2_451_545

/** Altitude of the sun in radians, accurate to a quarter of a degree (one minute of dusk). */
const sunAltitude = (
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  at: Date,
): number => {
  const days = at.getTime() / msPerDay + daysOf1970 - daysOf2000
  const anomaly = (357.529 + 0.98560028 * days) * radians
  const mean = 280.459 + 0.98564736 * days
  const ecliptic = (mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radians
  const tilt = (23.439 - 0.00000036 * days) * radians
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic))
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic))
  const siderealDegrees = 280.46061837 + 360.98564736629 * days + longitude
  const hourAngle = siderealDegrees * radians - ascension
  const north = latitude * radians
  return Math.asin(
    Math.sin(north) * Math.sin(declination) + Math.cos(north) * Math.cos(declination) * Math.cos(hourAngle),
  )
}

export const palettes = ['bright', 'day', 'dusk', 'night', 'red'] as const
export type Palette = (typeof palettes)[number]

const isPalette = (text: string | null): text is Palette =>
  (palettes as readonly (string | null)[]).includes(text)

const degrees = 180 / Math.PI

/** Palette by the height of the sun at the boat. Day without a position: a screen that is too dark cannot be read. */
export const paletteBySun = (
  place: { readonly latitude: number; readonly longitude: number } | undefined,
  at: Date,
): Palette => {
  if (place === undefined) return 'day'
  const altitude = sunAltitude(place, at) * degrees
  if (altitude > 0) return 'day'
  return altitude > -6 ? 'dusk' : 'night'
}

/** Palette in the address. Chart plotters pass `?mode=night`. */
export const paletteInQuery = (query: URLSearchParams): Palette | undefined => {
  const wanted = query.get('palette') ?? query.get('mode')
  return isPalette(wanted) ? wanted : undefined
}
