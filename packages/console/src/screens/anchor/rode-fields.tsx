import type { JSX, ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { useLengths, useAnchor } from './anchor-context.ts'
import { lengthText, lengthTyped, bowHeightOf, scopeOf, waterDepthOf } from './figures.ts'
import { Problem } from './status.tsx'

/** How a number is formatted and parsed. */
interface Measure {
  readonly unit: string
  readonly text: (value: number) => string
  /** The parsed number; undefined if invalid. */
  readonly typed: (text: string) => number | undefined
  /** The text after a press on plus or minus, in the user's unit. */
  readonly turned: (value: number | undefined, by: number) => string
}

interface NumberFieldProps {
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

interface LengthFieldProps extends Omit<NumberFieldProps, 'measure' | 'step'> {
  readonly step?: number
  /** Minus does not go below it; metres. */
  readonly least?: number
}

/** A length in metres, entered in the user's unit. */
export const LengthField = ({ step = 1, least = 0, ...field }: LengthFieldProps): JSX.Element => {
  const { unit } = useLengths()
  const measure = {
    unit: unit.unit,
    text: (metres: number) => lengthText(metres, unit),
    typed: (text: string) => lengthTyped(text, unit),
    turned: (metres = 0, by: number) => {
      const now = Math.round(metres / unit.metres)
      // A smaller value that was typed stays: minus never makes it larger.
      return String(Math.max(Math.min(now, Math.ceil(least / unit.metres)), now + by))
    },
  }
  return <NumberField {...field} step={step} measure={measure} />
}

interface QuestionProps {
  readonly title: string
  readonly testId: string
  /** The drawing beside the question. */
  readonly drawing: JSX.Element
  readonly children: ComponentChildren
  /** The buttons at the bottom. */
  readonly answer: ComponentChildren
}

/** One question about the anchor, with a way back. */
export const Question = ({ title, testId, drawing, children, answer }: QuestionProps): JSX.Element => {
  const { step } = useAnchor()
  return (
    <>
      {drawing}
      <div class="anchor-panel" data-testid={testId}>
        <header class="anchor-head row">
          <h2 class="grow">{title}</h2>
          <button
            type="button"
            class="button"
            data-testid="anchor-back"
            onClick={() => (step.value = 'none')}
          >
            {t('anchor.back')}
          </button>
        </header>
        {children}
        <Problem />
        {answer}
      </div>
    </>
  )
}

export interface RodeDraft {
  readonly rode: number | undefined
  readonly depth: number | undefined
  /** Metres of rode for each metre of depth; undefined while unknown. */
  readonly scope: number | undefined
  /** Values to send: a rode that reaches the seabed. */
  readonly toSend: { readonly rode: number; readonly depth: number; readonly scope: number } | undefined
  readonly setRode: (metres: number | undefined) => void
  readonly setDepth: (metres: number | undefined) => void
}

/** The depth at the anchor as entered before, otherwise by the sounder, in half metres. */
const useFirstDepth = (): number | undefined => {
  const boat = useBoat()
  const altitude = useAnchor().controller.report.value?.position?.altitude
  if (typeof altitude === 'number') return Math.round(altitude * -2) / 2
  const { value, age } = waterDepthOf(boat)
  return value === undefined || age !== 'fresh' ? undefined : Math.round(value * 2) / 2
}

/** The rode and depth being typed, in metres, starting with the known values. */
export const useRodeDraft = (): RodeDraft => {
  const boat = useBoat()
  const known = useAnchor().controller.report.value?.rodeLength ?? undefined
  const firstDepth = useFirstDepth()
  const [rode, setRode] = useState(known)
  const [depth, setDepth] = useState(firstDepth)
  const isTyped = rode !== undefined && depth !== undefined
  const scope = isTyped ? scopeOf({ rode, depth, bowHeight: bowHeightOf(boat) }) : undefined
  const toSend = isTyped && scope !== undefined && scope > 1 ? { rode, depth, scope } : undefined
  return { rode, depth, scope, toSend, setRode, setDepth }
}

/** Fields for rode and depth, with the resulting scope or a warning that the rode is too short. */
export const RodePart = ({ draft }: { readonly draft: RodeDraft }): JSX.Element => (
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
    {draft.scope !== undefined && draft.scope <= 1 && <p class="anchor-problem">{t('anchor.tooShort')}</p>}
    {draft.toSend !== undefined && (
      <p class="quiet">{t('anchor.scopeIs', { scope: draft.toSend.scope.toFixed(1) })}</p>
    )}
  </>
)
