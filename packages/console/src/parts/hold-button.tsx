import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export interface HoldButtonProps {
  /** How long it has to be held. */
  readonly ms: number
  readonly onHeld: () => void
  /** Pressed (true) and let go again (false), for those who show what would happen. */
  readonly onHolding?: (isHolding: boolean) => void
  readonly disabled?: boolean
  readonly class?: string
  readonly testId?: string
  readonly label?: string
  readonly children: ComponentChildren
}

type Holding = Pick<HoldButtonProps, 'ms' | 'onHeld' | 'onHolding'> & { readonly disabled: boolean }

const isPress = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter'

/** Whether it is held now, and how that begins and ends. */
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
      stop()
      onHeld()
    }, ms)
  }
  // Whoever is taken away, or may no longer be pressed, is let go.
  useEffect(() => stop, [disabled])
  return { isHolding, begin, stop }
}

/** Acts when it was held long enough; let go early, nothing happens. Held by finger, mouse, Space or Enter. */
export const HoldButton = ({
  ms,
  onHeld,
  onHolding,
  disabled = false,
  ...look
}: HoldButtonProps): JSX.Element => {
  const { isHolding, begin, stop } = useHold({ ms, onHeld, ...(onHolding && { onHolding }), disabled })
  return (
    <button
      type="button"
      class={`button hold ${look.class ?? ''}`}
      data-testid={look.testId}
      aria-label={look.label}
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
      <span class="hold-label">{look.children}</span>
    </button>
  )
}
