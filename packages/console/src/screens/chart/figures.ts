import { useConsole } from '#app/console-context.ts'
import type { Place } from '#boat/reading.ts'
import { shown, type Quantity } from '#units/quantities.ts'
import { bearingBetween, distanceBetween } from './geo/earth.ts'

export const dashes = '---'

/** Writes numbers as the skipper likes to read them. */
export const useFigures = (): ((quantity: Quantity, value: number | undefined) => string) => {
  const preset = useConsole().preferences.of('units').value
  return (quantity, value) => {
    if (value === undefined) return dashes
    const { text, unit } = shown(quantity, value, preset)
    return quantity === 'bearing' ? `${text}°T` : `${text} ${unit}`
  }
}

/** Where another place is, as seen from the first. */
export const seenFrom = (
  from: Place | undefined,
  to: Place,
): { readonly bearing: number | undefined; readonly range: number | undefined } => ({
  bearing: from && bearingBetween(from, to),
  range: from && distanceBetween(from, to),
})
