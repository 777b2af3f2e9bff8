import type { JSX } from 'preact'
import { t, type WordKey } from '#words/words.ts'
import type { ShownAlert } from './alert.ts'
import { useAlerts } from './alerts-context.tsx'

export interface AnswerNoteProps {
  /** The alert to answer, if any. */
  readonly alert?: Pick<ShownAlert, 'isListed'>
}

/** Why alarms cannot be answered here, or why the last answer was refused. */
export const AnswerNote = ({ alert }: AnswerNoteProps): JSX.Element | null => {
  const { alerts } = useAlerts()
  const disabledReason =
    alerts.disabledReason.value ?? (alert?.isListed === false ? 'alerts.unlisted' : undefined)
  const text = alerts.problem.value ?? (disabledReason === undefined ? undefined : t(disabledReason))
  if (text === undefined) return null
  return (
    <p class="alerts-note" role="status" data-testid="alerts-note">
      {text}
    </p>
  )
}

export interface AnswerButtonProps {
  /** Key of the label. */
  readonly word: WordKey
  readonly onAnswer: () => void
  readonly isIdle?: boolean
  /** The action affects this page only, and needs neither a role nor a connection. */
  readonly isHere?: boolean
  readonly class?: string
  readonly testId: string
}

/** Disabled with its reason if the role does not suffice or the connection is lost. */
export const AnswerButton = ({
  word,
  onAnswer,
  isIdle = false,
  isHere = false,
  testId,
  ...rest
}: AnswerButtonProps): JSX.Element => {
  const { alerts } = useAlerts()
  const disabledReason = isHere ? undefined : alerts.disabledReason.value
  return (
    <button
      type="button"
      class={`button ${rest.class ?? ''}`}
      data-testid={testId}
      disabled={isIdle || disabledReason !== undefined}
      title={disabledReason === undefined ? undefined : t(disabledReason)}
      onClick={onAnswer}
    >
      {t(word)}
    </button>
  )
}
