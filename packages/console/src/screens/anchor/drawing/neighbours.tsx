import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { Targets, trafficSubscriptions, type Target } from '#navigation/targets.ts'
import { hullPath, hullShape, offsetFrom, pointAt, type DrawingViewport } from './plane.ts'

const degrees = 180 / Math.PI
/** More would hide own ship. */
const mostDrawn = 40

/** The vessels around, by AIS. A lost connection also loses them. */
const useNeighbours = (): readonly Target[] => {
  const boat = useBoat()
  const [targets] = useState(() => new Targets())
  useEffect(() => {
    const listening = boat.onDelta((delta) => targets.take(delta, (timestamp) => boat.receivedAt(timestamp)))
    const followed = trafficSubscriptions.map((wish) => boat.follow(wish))
    return () => {
      for (const following of [listening, ...followed]) following[Symbol.dispose]()
    }
  }, [boat])
  const isCut = boat.link.isLost.value
  return targets
    .seen(boat.now.value)
    .filter(({ kind }) => kind === 'vessel')
    .map((target) => (isCut ? { ...target, isLost: true } : target))
}

interface NeighboursProps {
  readonly frame: DrawingViewport
  /** The place in the middle of the drawing. */
  readonly from: Place
}

/** Other vessels in the drawing, to scale if their length is known. */
export const Neighbours = ({ frame, from }: NeighboursProps): JSX.Element => {
  const seen = useNeighbours()
    .map((target) => ({ target, at: pointAt(frame, offsetFrom(from, target.place)) }))
    .filter(({ at: { x, y } }) => x > 0 && y > 0 && x < frame.width && y < frame.height)
    .slice(0, mostDrawn)
  return (
    <g class="swing-neighbours" data-testid="anchor-neighbours" data-count={seen.length}>
      {seen.map(({ target: { context, name, heading, length, isLost }, at: { x, y } }) => (
        <g key={context} data-old={isLost} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
          {heading === undefined ? (
            <circle r="6" />
          ) : (
            <path
              transform={`rotate(${(heading * degrees).toFixed(1)})`}
              d={hullPath(
                hullShape(
                  { length, beam: undefined, fromBow: undefined, fromCentre: undefined },
                  frame.pixelsPerMetre,
                ),
              )}
            />
          )}
          <text x="12" y="-8">
            {name}
          </text>
        </g>
      ))}
    </g>
  )
}
