import type { ComponentChildren, JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { useSignalEffect, type ReadonlySignal } from '@preact/signals'
import { continuous } from './dial-geometry.ts'

/** Less cannot be seen. */
const leastDegrees = 0.05
/** Small steps, ten a second, are smooth as they are; a swing is drawn on its way, which costs a picture for every frame. */
const swingDegrees = 2

export interface TurningProps {
  /** Degrees clockwise from the top; what is not known is not drawn. */
  readonly to: ReadonlySignal<number | undefined>
  /** Turns the other way, as a card does under the lubber line. */
  readonly isCard?: boolean
  readonly class?: string
  readonly testId?: string
  readonly children: ComponentChildren
}

/** Turns what is drawn, and gives how it stands then. */
const turn = (style: CSSStyleDeclaration, degrees: number, before: number | undefined): number => {
  const at = continuous(before, degrees)
  const change = Math.abs(at - (before ?? at))
  if (before !== undefined && change < leastDegrees) return before
  style.transition = change < swingDegrees ? 'none' : ''
  style.transform = `rotate(${at.toFixed(2)}deg)`
  return at
}

/** Turns about the middle, the shorter way, without being drawn anew: only its transform changes. */
export const Turning = ({ to, isCard = false, testId, children, ...shown }: TurningProps): JSX.Element => {
  const group = useRef<SVGGElement>(null)
  const drawnAt = useRef<number | undefined>(undefined)
  useSignalEffect(() => {
    const degrees = to.value
    if (group.current === null) return
    const { style } = group.current
    // A card stays where it was; a mark without a place is no mark.
    style.display = degrees === undefined && !isCard ? 'none' : ''
    if (degrees === undefined) return
    const isFirst = drawnAt.current === undefined
    drawnAt.current = turn(style, isCard ? -degrees : degrees, drawnAt.current)
    // It begins where it is: unless that is laid out now, the next turn would swing in from the north.
    if (isFirst) group.current.getBoundingClientRect()
  })
  return (
    <g ref={group} class={`turning ${shown.class ?? ''}`} data-testid={testId}>
      {children}
    </g>
  )
}
