import type { JSX } from 'preact'
import { hrefOf } from '#app/router.ts'
import { useBoat } from '#boat/boat-context.ts'
import { ageText } from '#parts/readout.tsx'
import type { Refusal } from '#pilot/commands.ts'
import { t } from '#words/words.ts'
import { isAcknowledgeable, isSilenceable, screenOf, type ShownAlert } from '#alerts/alert.ts'
import { AlertIcon } from '#alerts/alert-icon.tsx'
import type { PastAlert } from '#alerts/alert-log.ts'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { AnswerButton } from '#alerts/answers.tsx'

interface RowProps {
  readonly alert: ShownAlert
}

/** What became of it aboard, and by whom. */
const StatusWords = ({ alert }: RowProps): JSX.Element => {
  const boat = useBoat()
  const { status, acknowledgedBy, silencedUntil } = alert
  const leftMs = silencedUntil === undefined ? 0 : boat.heardAt(silencedUntil) - boat.now.value
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  return (
    <span data-testid="alert-status">
      {t(`alerts.status.${status}`, { seconds, who: acknowledgedBy ?? t('alerts.someone') })}
    </span>
  )
}

const Age = ({ alert }: RowProps): JSX.Element => {
  const boat = useBoat()
  return <span>{t('alerts.age', { age: ageText(boat.now.value - boat.heardAt(alert.raisedAt)) })}</span>
}

const Actions = ({ alert }: RowProps): JSX.Element => {
  const { alerts } = useAlerts()
  const screen = screenOf(alert.path)
  return (
    <div class="alerts-actions">
      {screen !== undefined && (
        <a class="button plain" href={hrefOf(screen)} data-testid="alert-go">
          {t('alerts.goTo', { screen: t(`screen.${screen}`) })}
        </a>
      )}
      {isSilenceable(alert) && (
        <AnswerButton
          word="alerts.silence"
          testId="alert-silence"
          onAnswer={() => void alerts.silence([alert])}
        />
      )}
      {isAcknowledgeable(alert) && (
        <AnswerButton
          word="alerts.acknowledge"
          testId="alert-ack"
          onAnswer={() => void alerts.acknowledge([alert])}
        />
      )}
    </div>
  )
}

/** One alert that stands. */
export const AlertRow = ({ alert }: RowProps): JSX.Element => (
  <li
    class="alerts-row"
    data-testid="alert"
    data-path={alert.path}
    data-priority={alert.priority}
    data-status={alert.status}
  >
    <AlertIcon alert={alert} />
    <div class="alerts-words">
      <p class="alerts-message">{alert.message}</p>
      <p class="alerts-meta">
        <b>{t(`alerts.priority.${alert.priority}`)}</b>
        <span>{alert.source}</span>
        <Age alert={alert} />
        <StatusWords alert={alert} />
      </p>
    </div>
    <Actions alert={alert} />
  </li>
)

/** One that is gone. */
export const PastRow = ({ past: { alert, endedAt } }: { readonly past: PastAlert }): JSX.Element => {
  const { now } = useBoat()
  return (
    <li class="alerts-row past" data-testid="past-alert">
      <AlertIcon alert={{ priority: alert.priority, status: 'rectified' }} />
      <div class="alerts-words">
        <p>{alert.message}</p>
        <p class="alerts-meta">
          <span>{t(`alerts.priority.${alert.priority}`)}</span>
          <span>{alert.source}</span>
          <span>{t('alerts.ended', { age: ageText(now.value - endedAt) })}</span>
          {alert.acknowledgedBy !== undefined && (
            <span>{t('alerts.status.acknowledged', { who: alert.acknowledgedBy })}</span>
          )}
        </p>
      </div>
    </li>
  )
}

/** What a pilot did not do, in its own words. */
export const RefusedRow = ({ refusal }: { readonly refusal: Refusal }): JSX.Element => {
  const { now } = useBoat()
  return (
    <li class="alerts-row past" data-testid="refused-command">
      <AlertIcon alert={{ priority: 'caution', status: 'acknowledged' }} />
      <div class="alerts-words">
        <p>{refusal.words}</p>
        <p class="alerts-meta">
          <span>{refusal.pilot}</span>
          <span>{t('alerts.age', { age: ageText(now.value - refusal.heardAt) })}</span>
        </p>
      </div>
    </li>
  )
}
