import type { JSX } from 'preact'
import { useBoat } from '#boat/boat-context.ts'
import type { Place } from '#boat/reading.ts'
import { t } from '#words/screen-words.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { Drawing } from '#screens/anchor/drawing/drawing.tsx'
import { pointAt, steppedUp, type Frame, type Point } from '#screens/anchor/drawing/frame.ts'
import { AnchorMark, ChosenMark, TrackLine } from '#screens/anchor/drawing/marks.tsx'
import { OwnBoat, useOwnPlace } from '#screens/anchor/drawing/own-boat.tsx'
import { distanceBetween, offsetFrom } from '#screens/anchor/drawing/plane.ts'
import { nearestTo, type TrackPoint } from '#screens/anchor/drawing/swing-track.ts'
import { LastFix } from '#screens/anchor/status.tsx'
import { useLengths } from '#screens/anchor/use-lengths.ts'

const leastReach = 50
const roomAround = 1.25
/** Precision of a finger. */
const tapReach = 40

/** The point of the track nearest to a tap; undefined if none is near. */
const pickedAt = (
  track: readonly TrackPoint[],
  pixelsTo: (point: TrackPoint) => number,
): number | undefined => {
  const nearest = nearestTo(track, pixelsTo)
  return nearest === undefined || pixelsTo(nearest) > tapReach ? undefined : track.indexOf(nearest)
}

export interface ChooseDrawingProps {
  readonly chosen: TrackPoint | undefined
  readonly onPick: (index: number) => void
}

interface LayersProps {
  readonly frame: Frame
  readonly middle: Place
  readonly chosen: TrackPoint | undefined
}

const Layers = ({ frame, middle, chosen }: LayersProps): JSX.Element => {
  const { now } = useBoat()
  const { trackHistory } = useAnchor()
  const at = chosen && offsetFrom(middle, chosen)
  return (
    <>
      <TrackLine frame={frame} from={middle} track={trackHistory.track.value} now={now.value} />
      <OwnBoat frame={frame} from={middle} hasRode={false} />
      {at && <AnchorMark frame={frame} at={at} isGhost />}
      {at && <ChosenMark frame={frame} at={at} />}
    </>
  )
}

/** The boat in the middle, its track, and the selected moment. */
export const ChooseDrawing = ({ chosen, onPick }: ChooseDrawingProps): JSX.Element => {
  const { trackHistory } = useAnchor()
  const { text } = useLengths()
  const middle = useOwnPlace()?.place ?? chosen
  const away = middle && chosen ? distanceBetween(middle, chosen) : 0
  const pick = (tap: Point, frame: Frame): void => {
    if (middle === undefined) return
    const index = pickedAt(trackHistory.recorded.value, (point) => {
      const { x, y } = pointAt(frame, offsetFrom(middle, point))
      return Math.hypot(x - tap.x, y - tap.y)
    })
    if (index !== undefined) onPick(index)
  }
  return (
    <div class="anchor-drawing">
      <Drawing
        reach={steppedUp(Math.max(leastReach, away * roomAround))}
        label={t('anchor.drawing.choose')}
        lengthText={text}
        {...(chosen && { onTap: pick })}
      >
        {(frame) => middle && <Layers frame={frame} middle={middle} chosen={chosen} />}
      </Drawing>
      <LastFix />
    </div>
  )
}
