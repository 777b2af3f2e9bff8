import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Place } from '#boat/reading.ts'
import type { Tone } from '#screens/anchor/state/watch-state.ts'
import { pointAt, type Frame } from './frame.ts'
import { hullPath, hullShape, type Hull } from './hull.ts'
import { offsetFrom, type Offset } from './plane.ts'
import { stretchesOf, type TrackPoint } from './swing-track.ts'

const degrees = 180 / Math.PI
const middle: Offset = { east: 0, north: 0 }
const ticks = Array.from({ length: 36 }, (_, index) => index * 10)

const tickPath = (radius: number): string =>
  ticks
    .map((angle) => {
      const [sine, cosine] = [Math.sin(angle / degrees), Math.cos(angle / degrees)]
      const inner = radius - (angle % 30 === 0 ? 11 : 6)
      const at = (length: number): string => `${(length * sine).toFixed(1)} ${(-length * cosine).toFixed(1)}`
      return `M${at(radius)}L${at(inner)}`
    })
    .join('')

export interface RingProps {
  readonly frame: Frame
  readonly metres: number
  readonly tone: Tone
}

/** The watch circle. */
export const Ring = ({ frame, metres, tone }: RingProps): JSX.Element => {
  const { x, y } = pointAt(frame, middle)
  const radius = metres * frame.pixelsPerMetre
  return (
    <g class="swing-ring" data-testid="anchor-ring" data-tone={tone} transform={`translate(${x} ${y})`}>
      <circle r={radius} />
      <path d={tickPath(radius)} />
    </g>
  )
}

/** A requested circle that is not watched yet. */
export const WantedRing = ({ frame, metres }: Omit<RingProps, 'tone'>): JSX.Element => {
  const { x, y } = pointAt(frame, middle)
  return (
    <circle
      class="swing-wanted"
      data-testid="anchor-wanted-ring"
      cx={x}
      cy={y}
      r={metres * frame.pixelsPerMetre}
    />
  )
}

export interface PlacedProps {
  readonly frame: Frame
  readonly at: Offset
}

/** The anchor, or where it would drop. */
export const AnchorMark = ({ frame, at, isGhost = false }: PlacedProps & { readonly isGhost?: boolean }) => {
  const { x, y } = pointAt(frame, at)
  return (
    <g class="swing-anchor" data-ghost={isGhost} transform={`translate(${x} ${y})`}>
      <circle class="halo" r="13" />
      <path d="M0 -4.500V9M-4.500 -1H4.500M-8 3C-7 7.500 -3.500 9 0 9S7 7.500 8 3" />
      <circle r="2.300" cy="-7" />
    </g>
  )
}

export interface TrackLineProps {
  readonly frame: Frame
  readonly from: Place
  readonly track: readonly TrackPoint[]
  readonly now: number
}

const minuteMs = 60_000

/** The track of the boat, coloured by age. */
export const TrackLine = ({ frame, from, track, now }: TrackLineProps): JSX.Element => {
  const minute = Math.ceil(now / minuteMs) * minuteMs
  const lines = useMemo(
    () =>
      stretchesOf(track, minute).map(({ age, points }) => ({
        age,
        line: points
          .map((point) => pointAt(frame, offsetFrom(from, point)))
          .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
          .join(' '),
      })),
    [track, minute, frame.width, frame.height, frame.pixelsPerMetre, from.latitude, from.longitude],
  )
  return (
    <g class="swing-track" data-testid="anchor-track" data-points={track.length}>
      {lines.map(({ age, line }, index) => (
        <polyline key={index} class={`swing-age-${age}`} points={line} />
      ))}
    </g>
  )
}

export interface BoatMarkProps extends PlacedProps {
  /** Radians from true north; undefined if unknown. */
  readonly heading: number | undefined
  readonly hull: Hull
  /** An old position, not the present one. */
  readonly isOld: boolean
}

/** The own boat to scale; without a heading, only its antenna. */
export const BoatMark = ({ frame, at, heading, hull, isOld }: BoatMarkProps): JSX.Element => {
  const { x, y } = pointAt(frame, at)
  const turn = heading === undefined ? 0 : heading * degrees
  return (
    <g
      class="swing-boat"
      data-testid="anchor-boat"
      data-old={isOld}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})`}
    >
      {heading === undefined ? (
        <circle r="7" />
      ) : (
        <path d={hullPath(hullShape(hull, frame.pixelsPerMetre))} />
      )}
    </g>
  )
}

/** The rode. */
export const RodeLine = ({ frame, at }: PlacedProps): JSX.Element => {
  const [from, to] = [pointAt(frame, middle), pointAt(frame, at)]
  return <line class="swing-rode" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
}

export interface WindMarkProps {
  readonly frame: Frame
  /** Direction the wind comes from; radians from true north. */
  readonly direction: number
}

/** An arrow at the edge on the side the wind comes from. */
export const WindMark = ({ frame, direction }: WindMarkProps): JSX.Element => {
  const { x, y } = pointAt(frame, middle)
  const edge = Math.min(x, y) - 30
  return (
    <g class="swing-wind" transform={`translate(${x} ${y}) rotate(${(direction * degrees).toFixed(1)})`}>
      <path d={`M0 ${-edge + 32}L-8 ${-edge + 13}L0 ${-edge + 18}L8 ${-edge + 13}Z`} />
    </g>
  )
}

/** The selected point. */
export const ChosenMark = ({ frame, at }: PlacedProps): JSX.Element => {
  const { x, y } = pointAt(frame, at)
  return <circle class="swing-chosen" cx={x} cy={y} r="17" />
}
