import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export interface HoldButtonProps {
  /** Required hold time. */
  readonly ms: number
  readonly onHeld: () => void
  /** Called with true when pressed and false when released, for a preview. */
  readonly onHolding?: (isHolding: boolean) => void
  readonly disabled?: boolean
  readonly class?: string
  readonly testId?: string
  readonly label?: string
  readonly children: ComponentChildren
}

type Holding = Pick<HoldButtonProps, 'ms' | 'onHeld' | 'onHolding'> & { readonly disabled: boolean }

const isPress = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter'

/** State and handlers of holding. */
const useHold = ({ ms, onHeld, onHolding, disabled }: Holding) => {
  const [isHolding, setHolding] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const stop = (): void => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    setHolding(false)
    onHolding?.(false)
  }
  const begin = (): void => {
    if (disabled || timer.current !== undefined) return
    setHolding(true)
    onHolding?.(true)
    timer.current = setTimeout(() => {
      // On a stalled page a release may be queued behind this timer. It is handled before the next one.
      timer.current = setTimeout(() => {
        stop()
        onHeld()
      })
    }, ms)
  }
  // Releases when the button is removed or disabled.
  useEffect(() => stop, [disabled])
  return { isHolding, begin, stop }
}

/** Acts after a long enough hold; an early release does nothing. Works with finger, mouse, Space and Enter. */
export const HoldButton = ({
  ms,
  onHeld,
  onHolding,
  disabled = false,
  ...attributes
}: HoldButtonProps): JSX.Element => {
  const { isHolding, begin, stop } = useHold({ ms, onHeld, ...(onHolding && { onHolding }), disabled })
  return (
    <button
      type="button"
      class={`button hold ${attributes.class ?? ''}`}
      data-testid={attributes.testId}
      aria-label={attributes.label}
      disabled={disabled}
      data-holding={isHolding}
      onPointerDown={(event) => event.button === 0 && begin()}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isPress(event)) return
        event.preventDefault()
        event.stopPropagation()
        if (!event.repeat) begin()
      }}
      onKeyUp={(event) => isPress(event) && stop()}
      onBlur={stop}
    >
      <span class="hold-bar" style={{ transitionDuration: isHolding ? `${ms}ms` : '120ms' }} />
      <span class="hold-label">{attributes.children}</span>
    </button>
  )
}
