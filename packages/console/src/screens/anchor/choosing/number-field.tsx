import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { t } from '#words/anchor.ts'

/** How a number is read and typed. */
export interface Measure {
  readonly unit: string
  readonly text: (value: number) => string
  /** What was typed; undefined when it is none. */
  readonly typed: (text: string) => number | undefined
  /** What stands there after a press on more or less, in the units of whoever types. */
  readonly turned: (value: number | undefined, by: number) => string
}

export interface NumberFieldProps {
  readonly label: string
  /** Undefined while nothing that makes sense was typed. */
  readonly value: number | undefined
  readonly onValue: (value: number | undefined) => void
  readonly measure: Measure
  /** What one press on more or less changes, in the units of whoever types. */
  readonly step: number
  readonly testId: string
}

/** What stands in the field: as it was typed, as long as it means the value that is held. */
const fieldText = (typed: string, value: number | undefined, measure: Measure): string =>
  value === undefined || measure.typed(typed) === value ? typed : measure.text(value)

interface TurnProps extends Pick<NumberFieldProps, 'label' | 'testId'> {
  readonly unit: string
  readonly by: number
  readonly onTurn: (by: number) => void
}

const TurnButton = ({ label, testId, unit, by, onTurn }: TurnProps): JSX.Element => {
  const [step, isMore] = [Math.abs(by), by > 0]
  return (
    <button
      type="button"
      class="button"
      data-testid={`${testId}-${isMore ? 'more' : 'less'}`}
      aria-label={t(isMore ? 'anchor.more' : 'anchor.less', { label, step, unit })}
      onClick={() => onTurn(by)}
    >
      {isMore ? '+' : '−'}
      {step}
    </button>
  )
}

/** Typed, or by more and less. */
export const NumberField = ({ value, onValue, measure, step, ...named }: NumberFieldProps): JSX.Element => {
  const [typed, setTyped] = useState('')
  const id = useId()
  const put = (text: string): void => {
    setTyped(text)
    onValue(measure.typed(text))
  }
  const turn = { ...named, unit: measure.unit, onTurn: (by: number) => put(measure.turned(value, by)) }
  return (
    <div class="anchor-field">
      <label for={id}>{named.label}</label>
      <div class="row">
        <TurnButton {...turn} by={-step} />
        <input
          id={id}
          inputMode="decimal"
          autocomplete="off"
          maxLength={7}
          value={fieldText(typed, value, measure)}
          data-testid={named.testId}
          onInput={(event) => put(event.currentTarget.value)}
        />
        <span class="quiet anchor-unit">{measure.unit}</span>
        <TurnButton {...turn} by={step} />
      </div>
    </div>
  )
}
