import { distanceBetween } from '@marinedata/model'
import { useConsole } from '#page/console-context.ts'
import type { Place } from '#boat/values.ts'
import { shown, type Quantity, dashes } from '#units/quantities.ts'
import { bearingBetween } from '@marinedata/console-map/earth'
import { useChartModel } from './state/chart-model.ts'

export type Figures = (quantity: Quantity, value: number | undefined) => string

/** Formats numbers in the user's units. */
export const useFigures = (): Figures => {
  const units = useConsole().preferences.units.value
  return (quantity, value) => {
    if (value === undefined) return dashes
    const { text, unit } = shown(quantity, value, units)
    return quantity === 'bearing' ? `${text}°T` : `${text} ${unit}`
  }
}

/** Bearing and distance of a place from another. */
export const seenFrom = (
  from: Place | undefined,
  to: Place,
): { readonly bearing: number | undefined; readonly range: number | undefined } => ({
  bearing: from && bearingBetween(from, to),
  range: from && distanceBetween(from, to),
})

/** Bearing and distance from the boat, as text. */
export const useSeen = (): ((place: Place) => string) => {
  const figures = useFigures()
  const own = useChartModel().surroundings.own.value
  return (place) => {
    const { bearing, range } = seenFrom(own?.place, place)
    return `${figures('bearing', bearing)} · ${figures('distance', range)}`
  }
}
