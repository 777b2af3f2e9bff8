import type { JSX } from 'preact'
import { useBoat } from '#boat/boat-context.ts'
import { ageOf, numberIn, placeIn, type Place, type Reading } from '#boat/reading.ts'
import { headingOf } from '#screens/anchor/state/figures.ts'
import type { Frame } from './frame.ts'
import type { Hull } from './hull.ts'
import { BoatMark, RodeLine } from './marks.tsx'
import { moved, offsetFrom, type Offset } from './plane.ts'

const overallIn = (reading: Reading | undefined): number | undefined => {
  const { overall } = Object(reading?.value) as { readonly overall?: unknown }
  return typeof overall === 'number' ? overall : undefined
}

export const useHull = (): Hull => {
  const { values } = useBoat()
  return {
    length: overallIn(values.of('design.length').value),
    beam: numberIn(values.of('design.beam').value),
    fromBow: numberIn(values.of('sensors.gps.fromBow').value),
    fromCentre: numberIn(values.of('sensors.gps.fromCenter').value),
  }
}

/** The present or last position of the boat. Without a position no boat is drawn. */
export interface OwnPlace {
  readonly place: Place
  readonly isOld: boolean
  readonly receivedAt: number
}

export const useOwnPlace = (): OwnPlace | undefined => {
  const { values, now, link } = useBoat()
  const reading = values.of('navigation.position').value
  const place = placeIn(reading)
  if (reading === undefined || place === undefined) return undefined
  return {
    place,
    isOld: ageOf(reading, now.value, link.isLost.value) !== 'fresh',
    receivedAt: reading.receivedAt,
  }
}

/** Position of the bow, if the heading is known. */
export const bowAt = (at: Offset, heading: number | undefined, { fromBow = 0 }: Hull): Offset =>
  heading === undefined ? at : moved(at, heading, fromBow)

export interface OwnBoatProps {
  readonly frame: Frame
  /** The place in the middle of the drawing. */
  readonly from: Place
  readonly hasRode: boolean
}

/** The boat as it lies now, and the rode from its bow to the middle. */
export const OwnBoat = ({ frame, from, hasRode }: OwnBoatProps): JSX.Element | null => {
  const boat = useBoat()
  const own = useOwnPlace()
  const hull = useHull()
  const heading = headingOf(boat).value
  if (own === undefined) return null
  const at = offsetFrom(from, own.place)
  return (
    <>
      {hasRode && <RodeLine frame={frame} at={bowAt(at, heading, hull)} />}
      <BoatMark frame={frame} at={at} heading={heading} hull={hull} isOld={own.isOld} />
    </>
  )
}
