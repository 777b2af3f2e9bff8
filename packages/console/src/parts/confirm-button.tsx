import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export interface SureButtonProps {
  readonly label: string
  /** Label after the first press. */
  readonly question: string
  readonly onConfirm: () => void
  readonly disabled?: boolean
  readonly testId?: string
}

const calmAfterMs = 4_000

/** Acts on the second press: rain and elbows press once. */
export const ConfirmButton = ({
  label,
  question,
  onConfirm,
  disabled = false,
  testId,
}: SureButtonProps): JSX.Element => {
  const [isAsking, setAsking] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const press = (): void => {
    clearTimeout(timer.current)
    setAsking(!isAsking)
    if (isAsking) onConfirm()
    else timer.current = setTimeout(() => setAsking(false), calmAfterMs)
  }
  return (
    <button
      type="button"
      class={`button ${isAsking ? 'strong' : ''}`}
      disabled={disabled}
      data-testid={testId}
      onClick={press}
    >
      {isAsking ? question : label}
    </button>
  )
}
