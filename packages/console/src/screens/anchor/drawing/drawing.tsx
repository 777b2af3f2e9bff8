import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { scaleBarMetres, frameOf, type Frame, type Point, type Size } from './frame.ts'
import './drawing.css'

export interface DrawingProps {
  /** Metres from the middle to the edge. */
  readonly reach: number
  readonly label: string
  /** Formats a length in the user's unit. */
  readonly lengthText: (metres: number) => string
  readonly onTap?: (point: Point, frame: Frame) => void
  readonly children: (frame: Frame) => ComponentChildren
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

const letters = [
  ['N', 0],
  ['E', 90],
  ['S', 180],
  ['W', 270],
] as const

const letterRoom = 11

/** North up; fine lines show directions and scale. */
const Grid = ({ frame }: { readonly frame: Frame }): JSX.Element => {
  const [x, y] = [frame.width / 2, frame.height / 2]
  const edge = Math.min(x, y) - letterRoom
  return (
    <g class="swing-grid" aria-hidden="true">
      <path d={`M${x - edge + 12} ${y}H${x + edge - 12}M${x} ${y - edge + 12}V${y + edge - 12}`} />
      {letters.map(([letter, degrees]) => {
        const angle = (degrees * Math.PI) / 180
        return (
          <text
            key={letter}
            class={letter === 'N' ? 'is-north' : ''}
            x={x + edge * Math.sin(angle)}
            y={y - edge * Math.cos(angle)}
          >
            {letter}
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
}: Pick<DrawingProps, 'lengthText'> & { readonly frame: Frame }): JSX.Element => {
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
