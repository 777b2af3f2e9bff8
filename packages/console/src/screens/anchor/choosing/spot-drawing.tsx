import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat-context.ts'
import type { Place } from '#boat/reading.ts'
import { t } from '#words/screen-words.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { Drawing } from '#screens/anchor/drawing/drawing.tsx'
import { offsetAt, pointAt, steppedUp, type Frame, type Point } from '#screens/anchor/drawing/frame.ts'
import { AnchorMark, ChosenMark, RodeLine, TrackLine } from '#screens/anchor/drawing/marks.tsx'
import { OwnBoat, useOwnPlace } from '#screens/anchor/drawing/own-boat.tsx'
import { distanceBetween, offsetFrom, placeFrom, type Offset } from '#screens/anchor/drawing/plane.ts'
import { LastFix } from '#screens/anchor/status.tsx'
import { useLengths } from '#screens/anchor/use-lengths.ts'
import type { SpotDraft } from './use-spot-draft.ts'

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
  readonly frame: Frame
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
