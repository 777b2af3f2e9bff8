import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { t } from '#words/words.ts'
import { lengthText, lengthTyped, type LengthUnit } from '#screens/anchor/state/lengths.ts'
import { useLengths } from '#screens/anchor/use-lengths.ts'
import type { RodeDraft } from './use-rode-draft.ts'

export interface LengthFieldProps {
  readonly label: string
  /** Metres; undefined while nothing that makes sense was typed. */
  readonly value: number | undefined
  readonly onValue: (metres: number | undefined) => void
  /** What one press on more or less changes, in the units of whoever types. */
  readonly step?: number
  readonly testId: string
}

/** What stands in the field: as it was typed, as long as it means the value that is held. */
const fieldText = (typed: string, value: number | undefined, unit: LengthUnit): string => {
  if (value === undefined || lengthTyped(typed, unit) === value) return typed
  return lengthText(value, unit)
}

interface TurnProps extends Pick<LengthFieldProps, 'label' | 'testId'> {
  /** In the units of whoever types. */
  readonly by: number
  readonly onTurn: (by: number) => void
}

const TurnButton = ({ label, testId, by, onTurn }: TurnProps): JSX.Element => {
  const { unit } = useLengths().unit
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

/** A length by number, or by more and less. */
export const LengthField = ({ label, value, onValue, step = 1, testId }: LengthFieldProps): JSX.Element => {
  const { unit } = useLengths()
  const [typed, setTyped] = useState('')
  const id = useId()
  const put = (text: string): void => {
    setTyped(text)
    onValue(lengthTyped(text, unit))
  }
  const turn = (by: number): void => put(String(Math.max(0, Math.round((value ?? 0) / unit.metres) + by)))
  return (
    <div class="anchor-field">
      <label for={id}>{label}</label>
      <div class="row">
        <TurnButton label={label} testId={testId} by={-step} onTurn={turn} />
        <input
          id={id}
          inputMode="decimal"
          autocomplete="off"
          maxLength={7}
          value={fieldText(typed, value, unit)}
          data-testid={testId}
          onInput={(event) => put(event.currentTarget.value)}
        />
        <span class="quiet">{unit.unit}</span>
        <TurnButton label={label} testId={testId} by={step} onTurn={turn} />
      </div>
    </div>
  )
}

/** How much rode is out, and in what depth. */
export const RodeFields = ({ draft }: { readonly draft: RodeDraft }): JSX.Element => (
  <>
    <LengthField
      label={t('anchor.rodeOut')}
      value={draft.rode}
      onValue={draft.setRode}
      step={5}
      testId="anchor-rode-in"
    />
    <LengthField
      label={t('anchor.depthThere')}
      value={draft.depth}
      onValue={draft.setDepth}
      testId="anchor-depth-in"
    />
  </>
)
