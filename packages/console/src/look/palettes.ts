import { sunAltitude } from './sun.ts'

export const palettes = ['bright', 'day', 'dusk', 'night', 'red'] as const
export type Palette = (typeof palettes)[number]

export const isPalette = (text: string | null): text is Palette =>
  (palettes as readonly (string | null)[]).includes(text)

export const nextPalette = (palette: Palette): Palette =>
  palettes[(palettes.indexOf(palette) + 1) % palettes.length] ?? 'day'

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
