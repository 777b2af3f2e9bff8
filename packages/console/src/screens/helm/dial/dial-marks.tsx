import type { ComponentChildren, JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { useSignalEffect, type ReadonlySignal } from '@preact/signals'
import { continuous } from './dial-geometry.ts'

/** A smaller change is not visible. */
const leastDegrees = 0.05
/**
 * Small steps, ten a second, look smooth without animation. A larger swing is animated, which costs one render per
 * frame.
 */
const swingDegrees = 2

export interface TurningProps {
  /** Degrees clockwise from the top; hidden if undefined. */
  readonly to: ReadonlySignal<number | undefined>
  /** Turns in the opposite direction, like a card below the lubber line. */
  readonly isCard?: boolean
  readonly class?: string
  readonly testId?: string
  readonly children: ComponentChildren
}

/** Rotates the element and returns its new angle. */
const turn = (style: CSSStyleDeclaration, degrees: number, before: number | undefined): number => {
  const at = continuous(before, degrees)
  const change = Math.abs(at - (before ?? at))
  if (before !== undefined && change < leastDegrees) return before
  style.transition = change < swingDegrees ? 'none' : ''
  style.transform = `rotate(${at.toFixed(2)}deg)`
  return at
}

/** Rotates around the centre by the shorter way. Only the transform changes; nothing is rendered again. */
export const Turning = ({ to, isCard = false, testId, children, ...shown }: TurningProps): JSX.Element => {
  const group = useRef<SVGGElement>(null)
  const drawnAt = useRef<number | undefined>(undefined)
  useSignalEffect(() => {
    const degrees = to.value
    if (group.current === null) return
    const { style } = group.current
    // A card stays in place; a mark without a direction is hidden.
    style.display = degrees === undefined && !isCard ? 'none' : ''
    if (degrees === undefined) return
    const isFirst = drawnAt.current === undefined
    drawnAt.current = turn(style, isCard ? -degrees : degrees, drawnAt.current)
    // Forces a layout at the first position; otherwise the next turn would swing in from north.
    if (isFirst) group.current.getBoundingClientRect()
  })
  return (
    <g ref={group} class={`turning ${shown.class ?? ''}`} data-testid={testId}>
      {children}
    </g>
  )
}
