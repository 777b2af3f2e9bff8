import { useState } from 'preact/hooks'
import { useBoat } from '#boat/boat-context.ts'
import type { Place } from '#boat/reading.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { bowAt, useHull, useOwnPlace } from '#screens/anchor/drawing/own-boat.tsx'
import { distanceBetween, placeFrom } from '#screens/anchor/drawing/plane.ts'
import { headingOf } from '#screens/anchor/state/figures.ts'
import { placeOf, sightOf, type Sight, type Spot } from './spot.ts'

/** Further from the bow the watch takes no anchor. */
export const farthestSpot = 300

export interface SpotDraft extends Sight {
  /** Undefined while what is typed tells none. */
  readonly place: Place | undefined
  readonly isTooFar: boolean
  /** What the watch can be told. */
  readonly told: Place | undefined
  readonly setBearing: (bearing: number | undefined) => void
  readonly setMetres: (metres: number | undefined) => void
  readonly put: (place: Place) => void
}

/** Before anyone says anything: where the anchor lies, or under the bow, from where it can be dragged. */
const useFirstSpot = (): Spot => {
  const boat = useBoat()
  const { desk } = useAnchor()
  const { fromBow = 0 } = useHull()
  const heading = headingOf(boat).value
  const lies = desk.isDown.value ? desk.place.value : undefined
  if (lies !== undefined) return { kind: 'placed', place: lies }
  return { kind: 'seen', bearing: heading, metres: heading === undefined ? 0 : fromBow }
}

/** Where the bow is. */
const useBow = (): Place | undefined => {
  const own = useOwnPlace()
  const heading = headingOf(useBoat()).value
  const bow = bowAt({ east: 0, north: 0 }, heading, useHull())
  return own && placeFrom(own.place, bow)
}

/** What is being said of the anchor’s place, typed or dragged. @param asked where it begins, when someone has pointed there */
export const useSpotDraft = (asked: Place | undefined): SpotDraft => {
  const own = useOwnPlace()
  const bow = useBow()
  const first = useFirstSpot()
  const [said, say] = useState<Spot | undefined>(asked && { kind: 'placed', place: asked })
  const spot = said ?? first
  const place = placeOf(spot, own?.place)
  const sight = sightOf(spot, own?.place)
  const isTooFar = place !== undefined && bow !== undefined && distanceBetween(bow, place) > farthestSpot
  return {
    bearing: sight.bearing,
    metres: sight.metres,
    place,
    isTooFar,
    told: isTooFar || own === undefined || own.isOld ? undefined : place,
    setBearing: (bearing) => say({ kind: 'seen', bearing, metres: sight.metres }),
    setMetres: (metres) => say({ kind: 'seen', bearing: sight.bearing, metres }),
    put: (there) => say({ kind: 'placed', place: there }),
  }
}
