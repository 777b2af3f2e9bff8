import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState, useMemo } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { type Place, ageOf, numberIn, placeIn, type Reading } from '#boat/values.ts'
import { headingOf } from '#screens/anchor/figures.ts'
import { stretchesOf, type TrackPoint } from '#screens/anchor/track-history.ts'
import type { Tone } from '#screens/anchor/watch-state.ts'
import { t } from '#words/words.ts'
import {
  scaleBarMetres,
  frameOf,
  type DrawingViewport,
  type Point,
  type Size,
  pointAt,
  hullPath,
  hullShape,
  type Hull,
  offsetFrom,
  type Offset,
  moved,
} from './plane.ts'
import './drawing.css'

interface DrawingProps {
  /** Metres from the middle to the edge. */
  readonly reach: number
  readonly label: string
  /** Formats a length in the user's unit. */
  readonly lengthText: (metres: number) => string
  readonly onTap?: (point: Point, frame: DrawingViewport) => void
  readonly children: (frame: DrawingViewport) => ComponentChildren
}

/** Follows the size of its container. */
const useSize = (): { readonly place: { current: HTMLDivElement | null }; readonly size: Size } => {
  const place = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const { current } = place
    if (current === null) return undefined
    const watching = new ResizeObserver(() =>
      setSize({ width: current.clientWidth, height: current.clientHeight }),
    )
    watching.observe(current)
    return () => watching.disconnect()
  }, [])
  return { place, size }
}

const directions = [
  ['north', 0],
  ['east', 90],
  ['south', 180],
  ['west', 270],
] as const

const letterRoom = 11

/** North up; fine lines show directions and scale. */
const Grid = ({ frame }: { readonly frame: DrawingViewport }): JSX.Element => {
  const [x, y] = [frame.width / 2, frame.height / 2]
  const edge = Math.min(x, y) - letterRoom
  return (
    <g class="swing-grid" aria-hidden="true">
      <path d={`M${x - edge + 12} ${y}H${x + edge - 12}M${x} ${y - edge + 12}V${y + edge - 12}`} />
      {directions.map(([direction, degrees]) => {
        const angle = (degrees * Math.PI) / 180
        return (
          <text
            key={direction}
            class={direction === 'north' ? 'is-north' : ''}
            x={x + edge * Math.sin(angle)}
            y={y - edge * Math.cos(angle)}
          >
            {t(`compass.${direction}`)}
          </text>
        )
      })}
    </g>
  )
}

const barPixels = 90

const ScaleBar = ({
  frame,
  lengthText,
}: Pick<DrawingProps, 'lengthText'> & { readonly frame: DrawingViewport }): JSX.Element => {
  const metres = scaleBarMetres(frame, barPixels)
  const width = metres * frame.pixelsPerMetre
  return (
    <g class="swing-scale" transform={`translate(8 ${frame.height - 8})`} aria-hidden="true">
      <path d={`M0.500 -6V0H${width}V-6`} />
      <text x={width / 2} y="-5">
        {lengthText(metres)}
      </text>
    </g>
  )
}

/** A plan view with its scale. */
export const Drawing = ({ reach, label, lengthText, onTap, children }: DrawingProps): JSX.Element => {
  const { place, size } = useSize()
  const frame = frameOf(size, reach)
  const tap = (event: PointerEvent & { currentTarget: Element }): void => {
    const box = event.currentTarget.getBoundingClientRect()
    onTap?.({ x: event.clientX - box.left, y: event.clientY - box.top }, frame)
  }
  return (
    <div ref={place} class="swing" data-testid="anchor-drawing">
      {size.width > 0 && size.height > 0 && (
        <svg
          width={size.width}
          height={size.height}
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={label}
          onPointerDown={onTap && tap}
        >
          <Grid frame={frame} />
          {children(frame)}
          <ScaleBar frame={frame} lengthText={lengthText} />
        </svg>
      )}
    </div>
  )
}

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

interface RingProps {
  readonly frame: DrawingViewport
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

interface PlacedProps {
  readonly frame: DrawingViewport
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

interface TrackLineProps {
  readonly frame: DrawingViewport
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

interface BoatMarkProps extends PlacedProps {
  /** Radians from true north; undefined if unknown. */
  readonly heading: number | undefined
  readonly hull: Hull
  /** An old position, not the present one. */
  readonly isOld: boolean
}

/** Own ship to scale; without a heading, only its antenna. */
const BoatMark = ({ frame, at, heading, hull, isOld }: BoatMarkProps): JSX.Element => {
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

interface WindMarkProps {
  readonly frame: DrawingViewport
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
interface OwnPlace {
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

interface OwnBoatProps {
  readonly frame: DrawingViewport
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
