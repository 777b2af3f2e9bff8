import type { JSX } from 'preact'
import { useState, useRef } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { t } from '#words/screen-words.ts'
import { useAnchor, useLengths } from './anchor-context.ts'
import {
  bowAt,
  useHull,
  useOwnPlace,
  Drawing,
  AnchorMark,
  ChosenMark,
  RodeLine,
  TrackLine,
  OwnBoat,
} from './drawing/drawing.tsx'
import { headingOf, bearingText, bearingTurned, bearingTyped } from './figures.ts'
import {
  distanceBetween,
  placeFrom,
  placeOf,
  sightOf,
  type Sight,
  type Spot,
  offsetAt,
  pointAt,
  steppedUp,
  type DrawingViewport,
  type Point,
  offsetFrom,
  type Offset,
} from './drawing/plane.ts'
import { LengthField, NumberField } from './rode-fields.tsx'
import { LastFix } from './status.tsx'

/** The watch rejects an anchor farther from the bow, in metres. */
const farthestSpot = 300

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

const leastReach = 50
const roomAround = 1.25
/** Radius of the touch target around the anchor, in pixels. */
const gripRadius = 28

type Dragging = PointerEvent & { readonly currentTarget: SVGElement }

const pointOf = ({ clientX, clientY, currentTarget }: Dragging): Point => {
  const box = (currentTarget.ownerSVGElement ?? currentTarget).getBoundingClientRect()
  return { x: clientX - box.left, y: clientY - box.top }
}

interface GripProps {
  readonly frame: DrawingViewport
  readonly at: Offset
  readonly onMove: (to: Offset) => void
  readonly onHold: (isHeld: boolean) => void
}

/** The handle to drag the anchor. It keeps its offset to the finger, so the anchor does not jump. */
const Grip = ({ frame, at, onMove, onHold }: GripProps): JSX.Element => {
  const held = useRef<Point | undefined>(undefined)
  const { x, y } = pointAt(frame, at)
  const take = (event: Dragging): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const finger = pointOf(event)
    held.current = { x: x - finger.x, y: y - finger.y }
    onHold(true)
  }
  const drag = (event: Dragging): void => {
    if (held.current === undefined) return
    const finger = pointOf(event)
    onMove(offsetAt(frame, { x: finger.x + held.current.x, y: finger.y + held.current.y }))
  }
  const leave = (): void => {
    held.current = undefined
    onHold(false)
  }
  return (
    <circle
      class="swing-grip"
      data-testid="anchor-grip"
      cx={x}
      cy={y}
      r={gripRadius}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={leave}
      onPointerCancel={leave}
    />
  )
}

interface LayersProps extends Pick<GripProps, 'frame' | 'onHold'> {
  readonly middle: Place
  readonly draft: SpotDraft
}

const Layers = ({ frame, middle, draft, onHold }: LayersProps): JSX.Element => {
  const { now } = useBoat()
  const { controller, trackHistory } = useAnchor()
  const lies = controller.isDown.value ? controller.place.value : undefined
  const at = draft.place && offsetFrom(middle, draft.place)
  return (
    <>
      <TrackLine frame={frame} from={middle} track={trackHistory.track.value} now={now.value} />
      {at && <RodeLine frame={frame} at={at} />}
      <OwnBoat frame={frame} from={middle} hasRode={false} />
      {lies && <AnchorMark frame={frame} at={offsetFrom(middle, lies)} />}
      {at && <AnchorMark frame={frame} at={at} isGhost />}
      {at && <ChosenMark frame={frame} at={at} />}
      {at && (
        <Grip
          frame={frame}
          at={at}
          onHold={onHold}
          onMove={(offset) => draft.put(placeFrom(middle, offset))}
        />
      )}
    </>
  )
}

/** The boat in the middle, and the anchor to drag. */
export const SpotDrawing = ({ draft }: { readonly draft: SpotDraft }): JSX.Element => {
  const { text } = useLengths()
  const middle = useOwnPlace()?.place ?? draft.place
  const away = middle && draft.place ? distanceBetween(middle, draft.place) : 0
  const fitting = steppedUp(Math.max(leastReach, away * roomAround))
  // The scale stays fixed while dragging.
  const [heldReach, setHeldReach] = useState<number | undefined>(undefined)
  return (
    <div class="anchor-drawing">
      <Drawing reach={heldReach ?? fitting} label={t('anchor.drawing.at')} lengthText={text}>
        {(frame) =>
          middle && (
            <Layers
              frame={frame}
              middle={middle}
              draft={draft}
              onHold={(isHeld) => setHeldReach(isHeld ? (heldReach ?? fitting) : undefined)}
            />
          )
        }
      </Drawing>
      <LastFix />
    </div>
  )
}

const bearings = { unit: '°T', text: bearingText, typed: bearingTyped, turned: bearingTurned }

/** Bearing and distance from the boat, with a warning if too far. */
export const SpotPart = ({ draft }: { readonly draft: SpotDraft }): JSX.Element => {
  const { text } = useLengths()
  return (
    <>
      <NumberField
        label={t('anchor.bearing')}
        value={draft.bearing}
        onValue={draft.setBearing}
        measure={bearings}
        step={5}
        testId="anchor-bearing-in"
      />
      <LengthField
        label={t('anchor.distance')}
        value={draft.metres}
        onValue={draft.setMetres}
        step={5}
        testId="anchor-distance-in"
      />
      {draft.isTooFar && (
        <p class="anchor-problem" data-testid="anchor-too-far">
          {t('anchor.tooFar', { limit: text(farthestSpot) })}
        </p>
      )}
    </>
  )
}
