import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { t } from '#words/screen-words.ts'

/** How a number is formatted and parsed. */
export interface Measure {
  readonly unit: string
  readonly text: (value: number) => string
  /** The parsed number; undefined if invalid. */
  readonly typed: (text: string) => number | undefined
  /** The text after a press on plus or minus, in the user's unit. */
  readonly turned: (value: number | undefined, by: number) => string
}

export interface NumberFieldProps {
  readonly label: string
  /** Undefined while the input is invalid. */
  readonly value: number | undefined
  readonly onValue: (value: number | undefined) => void
  readonly measure: Measure
  /** Change by one press on plus or minus, in the user's unit. */
  readonly step: number
  readonly testId: string
}

/** The typed text while it means the present value, otherwise the formatted value. */
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

/** A number to type, with plus and minus. */
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
