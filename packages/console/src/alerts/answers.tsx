import type { JSX } from 'preact'
import { t, type WordKey } from '#words/words.ts'
import type { ShownAlert } from './alert.ts'
import { useAlerts } from './alerts-context.tsx'

export interface AnswerNoteProps {
  /** The one that is to be answered, if there is one. */
  readonly alert?: Pick<ShownAlert, 'isListed'>
}

/** Why alarms cannot be answered here, or why the last answer was not taken. */
export const AnswerNote = ({ alert }: AnswerNoteProps): JSX.Element | null => {
  const { alerts } = useAlerts()
  const hindrance = alerts.hindrance.value ?? (alert?.isListed === false ? 'alerts.unlisted' : undefined)
  const text = alerts.problem.value ?? (hindrance === undefined ? undefined : t(hindrance))
  if (text === undefined) return null
  return (
    <p class="alerts-note" role="status" data-testid="alerts-note">
      {text}
    </p>
  )
}

export interface AnswerButtonProps {
  /** What it says. */
  readonly word: WordKey
  readonly onAnswer: () => void
  readonly isIdle?: boolean
  /** It is done on this page, whoever sits here and whether the boat is there or not. */
  readonly isHere?: boolean
  readonly class?: string
  readonly testId: string
}

/** Disabled with its reason for those who may not, and on a line that is lost. */
export const AnswerButton = ({
  word,
  onAnswer,
  isIdle = false,
  isHere = false,
  testId,
  ...rest
}: AnswerButtonProps): JSX.Element => {
  const { alerts } = useAlerts()
  const hindrance = isHere ? undefined : alerts.hindrance.value
  return (
    <button
      type="button"
      class={`button ${rest.class ?? ''}`}
      data-testid={testId}
      disabled={isIdle || hindrance !== undefined}
      title={hindrance === undefined ? undefined : t(hindrance)}
      onClick={onAnswer}
    >
      {t(word)}
    </button>
  )
}
