import { fillDot, type Pen, strokeRing, type Viewport, write } from '@marinedata/console-map'
import { type Labels, paintChoice } from '#screens/chart/picture/paint-targets.ts'
import type { ProvidedPlace } from './provided-places.ts'

/** Further out, hundreds of places would hide the chart. */
const leastZoom = 8
/** Names are shown from this zoom on. */
const nameZoom = 12
const radius = 8
const margin = 24

/** The places on the screen, at scales where they can be distinguished. */
export const providedIn = (viewport: Viewport, places: readonly ProvidedPlace[]): readonly ProvidedPlace[] =>
  viewport.zoom < leastZoom
    ? []
    : places.filter(({ place }) => viewport.isOnScreen(viewport.pixelOfPlace(place), margin))

export const nameProvided = ({ viewport }: Pen, labels: Labels, places: readonly ProvidedPlace[]): void => {
  if (viewport.zoom < nameZoom) return
  for (const { name, place } of places)
    labels.write(viewport.pixelOfPlace(place), { text: name, colour: 'fg2' })
}

/** A ring with a letter: an i for a point of interest, three lines for a note. */
export const paintProvided = (
  pen: Pen,
  places: readonly ProvidedPlace[],
  chosen: string | undefined,
): void => {
  for (const { kind, place, providedId } of places) {
    const at = pen.viewport.pixelOfPlace(place)
    fillDot(pen, at, { radius, colour: 'sea' })
    strokeRing(pen, at, { radius, colour: 'fg2', width: 1.5 })
    write(pen, at, { text: kind === 'notes' ? '≡' : 'i', colour: 'fg2', align: 'center', isFine: true })
    if (providedId === chosen) paintChoice(pen, at)
  }
}
