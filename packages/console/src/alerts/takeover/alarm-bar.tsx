import type { JSX } from 'preact'
import { AlertIcon } from '#alerts/alert-icon.tsx'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { AnswerButton } from '#alerts/answers.tsx'
import { useConsole } from '#app/console-context.ts'
import { t } from '#words/words.ts'
import { titleOf } from './titles.ts'

/** A minimized alarm. */
export const AlarmBar = (): JSX.Element | null => {
  const { alerts } = useAlerts()
  const alert = alerts.pressing.value
  // The list on this screen has the same buttons.
  const isListed = useConsole().router.route.value.screen === 'alerts'
  if (alert === undefined || !alerts.isLookedPast.value || isListed) return null
  return (
    <div class="alarm-bar" data-testid="alarm-bar" data-priority={alert.priority}>
      <button
        type="button"
        class="alarm-bar-words"
        onClick={() => alerts.lookAgain()}
        title={t('alerts.lookAgain')}
      >
        <AlertIcon alert={alert} />
        <span>
          <b>{titleOf(alert)}</b> {alert.message}
        </span>
      </button>
      <div class="row">
        <AnswerButton
          word="alerts.silence"
          testId="bar-silence"
          onAnswer={() => void alerts.silenceAlarms()}
        />
        <AnswerButton
          word="alerts.acknowledge"
          testId="bar-ack"
          onAnswer={() => void alerts.acknowledge([alert])}
        />
      </div>
    </div>
  )
}
