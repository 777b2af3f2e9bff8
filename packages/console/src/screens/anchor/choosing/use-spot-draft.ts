import { useState } from 'preact/hooks'
import { useBoat } from '#boat/boat-context.ts'
import type { Place } from '#boat/reading.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { bowAt, useHull, useOwnPlace } from '#screens/anchor/drawing/own-boat.tsx'
import { distanceBetween, placeFrom } from '#screens/anchor/drawing/plane.ts'
import { headingOf } from '#screens/anchor/state/figures.ts'
import { placeOf, sightOf, type Sight, type Spot } from './spot.ts'

/** The watch rejects an anchor farther from the bow, in metres. */
export const farthestSpot = 300

export interface SpotDraft extends Sight {
  /** Undefined while the input is incomplete. */
  readonly place: Place | undefined
  readonly isTooFar: boolean
  /** The position to send. */
  readonly toSend: Place | undefined
  readonly setBearing: (bearing: number | undefined) => void
  readonly setMetres: (metres: number | undefined) => void
  readonly put: (place: Place) => void
}

/** The initial position: the known anchor, or below the bow, from where it can be dragged. */
const useFirstSpot = (): Spot => {
  const boat = useBoat()
  const { controller } = useAnchor()
  const { fromBow = 0 } = useHull()
  const heading = headingOf(boat).value
  const lies = controller.isDown.value ? controller.place.value : undefined
  if (lies !== undefined) return { kind: 'placed', place: lies }
  return { kind: 'seen', bearing: heading, metres: heading === undefined ? 0 : fromBow }
}

/** Position of the bow. */
const useBow = (): Place | undefined => {
  const own = useOwnPlace()
  const heading = headingOf(useBoat()).value
  const bow = bowAt({ east: 0, north: 0 }, heading, useHull())
  return own && placeFrom(own.place, bow)
}

/**
 * The anchor position being typed or dragged.
 * @param asked the initial position from the address
 */
export const useSpotDraft = (asked: Place | undefined): SpotDraft => {
  const own = useOwnPlace()
  const bow = useBow()
  const first = useFirstSpot()
  const [notice, say] = useState<Spot | undefined>(asked && { kind: 'placed', place: asked })
  const spot = notice ?? first
  const place = placeOf(spot, own?.place)
  const sight = sightOf(spot, own?.place)
  const isTooFar = place !== undefined && bow !== undefined && distanceBetween(bow, place) > farthestSpot
  return {
    bearing: sight.bearing,
    metres: sight.metres,
    place,
    isTooFar,
    toSend: isTooFar || own === undefined || own.isOld ? undefined : place,
    setBearing: (bearing) => say({ kind: 'seen', bearing, metres: sight.metres }),
    setMetres: (metres) => say({ kind: 'seen', bearing: sight.bearing, metres }),
    put: (there) => say({ kind: 'placed', place: there }),
  }
}
