import type { ComponentChildren, JSX } from 'preact'
import { useBoat } from '#boat/boat-context.ts'
import type { Place } from '#boat/reading.ts'
import { t } from '#words/screen-words.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { Drawing } from '#screens/anchor/drawing/drawing.tsx'
import { reachOf, type Frame } from '#screens/anchor/drawing/frame.ts'
import { AnchorMark, Ring, TrackLine, WantedRing, WindMark } from '#screens/anchor/drawing/marks.tsx'
import { OwnBoat, useHull, useOwnPlace } from '#screens/anchor/drawing/own-boat.tsx'
import { distanceBetween } from '#screens/anchor/drawing/plane.ts'
import { distanceOf, windDirectionOf } from '#screens/anchor/state/figures.ts'
import { fillOf } from '#screens/anchor/state/rode.ts'
import { circleTone } from '#screens/anchor/state/watch-state.ts'
import { LastFix } from '#screens/anchor/status.tsx'
import { useLengths } from '#screens/anchor/use-lengths.ts'

const middle = { east: 0, north: 0 }

/** Farthest distance of boat and track, including the length of the boat. */
const useFarthest = (anchor: Place): number => {
  const { trackHistory } = useAnchor()
  const own = useOwnPlace()
  const { length = 0 } = useHull()
  const past = trackHistory.track.value.reduce(
    (most, point) => Math.max(most, distanceBetween(anchor, point)),
    0,
  )
  const now = own === undefined ? 0 : distanceBetween(anchor, own.place) + length
  return Math.max(past, now)
}

interface LayersProps {
  readonly frame: Frame
  readonly anchor: Place
}

const Layers = ({ frame, anchor }: LayersProps): JSX.Element => {
  const boat = useBoat()
  const { controller, trackHistory, preview } = useAnchor()
  const limit = controller.limit.value
  const wanted = preview.value ?? controller.pendingRadius.value?.wanted
  const wind = windDirectionOf(boat)
  return (
    <>
      {limit !== undefined && (
        <Ring
          frame={frame}
          metres={limit}
          tone={circleTone(controller.watchState.value, fillOf(distanceOf(boat).value ?? 0, limit))}
        />
      )}
      {wanted !== undefined && <WantedRing frame={frame} metres={wanted} />}
      <TrackLine frame={frame} from={anchor} track={trackHistory.track.value} now={boat.now.value} />
      {wind.value !== undefined && wind.age === 'fresh' && <WindMark frame={frame} direction={wind.value} />}
      <AnchorMark frame={frame} at={middle} />
      <OwnBoat frame={frame} from={anchor} hasRode />
    </>
  )
}

/** The anchor in the middle, the circle around it, and the boat on its rode. */
const AnchorDrawing = ({ anchor }: { readonly anchor: Place }): JSX.Element => {
  const { controller, preview } = useAnchor()
  const { text } = useLengths()
  const ring = Math.max(
    controller.limit.value ?? 0,
    preview.value ?? 0,
    controller.pendingRadius.value?.wanted ?? 0,
  )
  const reach = reachOf({ ring, farthest: useFarthest(anchor) })
  return (
    <Drawing reach={reach} label={t('anchor.drawing.watch')} lengthText={text}>
      {(frame) => <Layers frame={frame} anchor={anchor} />}
    </Drawing>
  )
}

export const WatchDrawing = ({ children }: { readonly children?: ComponentChildren }): JSX.Element => {
  const anchor = useAnchor().controller.place.value
  return (
    <div class="anchor-drawing">
      {anchor && <AnchorDrawing anchor={anchor} />}
      <LastFix />
      {children}
    </div>
  )
}
