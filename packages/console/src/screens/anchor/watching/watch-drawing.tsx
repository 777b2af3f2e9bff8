import type { ComponentChildren, JSX } from 'preact'
import { useBoat } from '#boat/boat-context.ts'
import type { Place } from '#boat/reading.ts'
import { t } from '#words/anchor.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { Drawing } from '#screens/anchor/drawing/drawing.tsx'
import { reachOf, type Frame } from '#screens/anchor/drawing/frame.ts'
import { AnchorMark, Ring, TrackLine, WantedRing, WindMark } from '#screens/anchor/drawing/marks.tsx'
import { OwnBoat, useHull, useOwnPlace } from '#screens/anchor/drawing/own-boat.tsx'
import { distanceBetween } from '#screens/anchor/drawing/plane.ts'
import { distanceOf, windDirectionOf } from '#screens/anchor/state/figures.ts'
import { fillOf } from '#screens/anchor/state/rode.ts'
import { circleTone } from '#screens/anchor/state/standing.ts'
import { LastFix } from '#screens/anchor/status.tsx'
import { useLengths } from '#screens/anchor/use-lengths.ts'

const middle = { east: 0, north: 0 }

/** How far off the boat lies, or lay, with its whole length. */
const useFarthest = (anchor: Place): number => {
  const { logbook } = useAnchor()
  const own = useOwnPlace()
  const { length = 0 } = useHull()
  const past = logbook.track.value.reduce((most, point) => Math.max(most, distanceBetween(anchor, point)), 0)
  const now = own === undefined ? 0 : distanceBetween(anchor, own.place) + length
  return Math.max(past, now)
}

interface LayersProps {
  readonly frame: Frame
  readonly anchor: Place
}

const Layers = ({ frame, anchor }: LayersProps): JSX.Element => {
  const boat = useBoat()
  const { desk, logbook, preview } = useAnchor()
  const limit = desk.limit.value
  const wanted = preview.value ?? desk.wish.value?.wanted
  const wind = windDirectionOf(boat)
  return (
    <>
      {limit !== undefined && (
        <Ring
          frame={frame}
          metres={limit}
          tone={circleTone(desk.standing.value, fillOf(distanceOf(boat).value ?? 0, limit))}
        />
      )}
      {wanted !== undefined && <WantedRing frame={frame} metres={wanted} />}
      <TrackLine frame={frame} from={anchor} track={logbook.track.value} now={boat.now.value} />
      {wind.value !== undefined && wind.age === 'fresh' && <WindMark frame={frame} direction={wind.value} />}
      <AnchorMark frame={frame} at={middle} />
      <OwnBoat frame={frame} from={anchor} hasRode />
    </>
  )
}

/** The anchor in the middle, the circle around it, and the boat on its chain. */
const AnchorDrawing = ({ anchor }: { readonly anchor: Place }): JSX.Element => {
  const { desk, preview } = useAnchor()
  const { text } = useLengths()
  const ring = Math.max(desk.limit.value ?? 0, preview.value ?? 0, desk.wish.value?.wanted ?? 0)
  const reach = reachOf({ ring, farthest: useFarthest(anchor) })
  return (
    <Drawing reach={reach} label={t('anchor.drawing.watch')} lengthText={text}>
      {(frame) => <Layers frame={frame} anchor={anchor} />}
    </Drawing>
  )
}

export const WatchDrawing = ({ children }: { readonly children?: ComponentChildren }): JSX.Element => {
  const anchor = useAnchor().desk.place.value
  return (
    <div class="anchor-drawing">
      {anchor && <AnchorDrawing anchor={anchor} />}
      <LastFix />
      {children}
    </div>
  )
}
