import type { JSX } from 'preact'
import { dashes } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import './switch-key.css'

interface SwitchKeyProps {
  /** Undefined while unknown: it cannot be switched then. */
  readonly isOn: boolean | undefined
  /** The name of the switched thing, for screen readers. */
  readonly name: string
  readonly testId: string
  readonly isDisabled: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** A switch with its state in words. */
export const SwitchKey = ({ isOn, name, testId, isDisabled, onSwitch }: SwitchKeyProps): JSX.Element => (
  <button
    type="button"
    class="button switch-key"
    role="switch"
    aria-checked={isOn === true}
    aria-label={name}
    data-testid={testId}
    disabled={isDisabled || isOn === undefined}
    onClick={() => onSwitch(isOn !== true)}
  >
    <i aria-hidden="true" />
    <span>{isOn === undefined ? dashes : t(isOn ? 'switch.on' : 'switch.off')}</span>
  </button>
)
