import type { JSX } from 'preact'
import { actorLabel, type PastAlert } from '@marinedata/model'
import { hrefOf } from '#page/router.ts'
import { useBoat } from '#boat/boat.ts'
import { ageText } from '#words/durations.ts'
import type { Refusal } from '#pilot/commands.ts'
import { t } from '#words/screen-words.ts'
import { momentText, withoutDirection } from '#words/words.ts'
import {
  chartPlaceOf,
  isAcknowledgeable,
  isSilenceable,
  priorityOf,
  screenOf,
  type ShownAlert,
} from '#alerts/alert.ts'
import { AlertIcon, AnswerButton } from '#alerts/alert-controls.tsx'
import { useAlerts } from '#alerts/alerts-context.tsx'

interface RowProps {
  readonly alert: ShownAlert
}

/** Status of the alert, and who changed it. */
const StatusWords = ({ alert }: RowProps): JSX.Element => {
  const boat = useBoat()
  const { status, acknowledgedBy, silencedUntil } = alert
  const leftMs = silencedUntil === undefined ? 0 : boat.receivedAt(silencedUntil) - boat.now.value
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  const who = acknowledgedBy ?? t('alerts.someone')
  return (
    <>
      <span data-testid="alert-status">
        {t(`alerts.status.${alert.isListed ? status : 'unlisted'}`, { seconds, who })}
      </span>
      {!alert.isSaved && <span data-testid="alert-unsaved">{t('alerts.unsaved')}</span>}
    </>
  )
}

const Age = ({ alert }: RowProps): JSX.Element => {
  const boat = useBoat()
  return <span>{t('alerts.age', { age: ageText(boat.now.value - boat.receivedAt(alert.raisedAt)) })}</span>
}

const Actions = ({ alert }: RowProps): JSX.Element => {
  const { alerts } = useAlerts()
  const screen = screenOf(alert.path)
  return (
    <div class="alerts-actions">
      {screen !== undefined && (
        <a
          class="button plain"
          href={hrefOf(screen, screen === 'chart' ? chartPlaceOf(alert) : '')}
          data-testid="alert-go"
        >
          {screen === 'chart' ? t('band.showOnChart') : t('alerts.goTo', { screen: t(`screen.${screen}`) })}
        </a>
      )}
      {isSilenceable(alert) && (
        <AnswerButton
          text={t('alerts.silence')}
          testId="alert-silence"
          isHere={!alert.isListed}
          onAnswer={() => void alerts.silence([alert])}
        />
      )}
      {isAcknowledgeable(alert) && (
        <AnswerButton
          text={t('alerts.acknowledge')}
          testId="alert-ack"
          onAnswer={() => void alerts.acknowledge([alert])}
        />
      )}
    </div>
  )
}

/** One active alert. */
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
        {alert.isListed && <Age alert={alert} />}
        <StatusWords alert={alert} />
      </p>
    </div>
    <Actions alert={alert} />
  </li>
)

interface PastProps {
  readonly past: PastAlert
}

/** A longer or negative duration means that the clock was changed. */
const longestStoodMs = 30 * 86_400_000

/** End time and duration. */
const When = ({ past: { raisedAt, endedAt } }: PastProps): JSX.Element => {
  const stoodMs = Date.parse(endedAt) - Date.parse(raisedAt)
  return (
    <p class="alerts-when">
      <time dateTime={endedAt}>{momentText(Date.parse(endedAt), Date.now())}</time>
      {stoodMs >= 0 && stoodMs <= longestStoodMs && (
        <span>{t('alerts.stood', { time: ageText(stoodMs) })}</span>
      )}
    </p>
  )
}

/** One ended alert. */
export const PastRow = ({ past }: PastProps): JSX.Element => {
  const priority = priorityOf(past.state)
  return (
    <li class="alerts-row past" data-testid="past-alert" data-path={past.path}>
      <AlertIcon alert={{ priority, status: 'rectified' }} />
      <div class="alerts-words">
        <p>{withoutDirection(past.message)}</p>
        <p class="alerts-meta">
          <span>{t(`alerts.priority.${priority}`)}</span>
          <span>{past.source}</span>
          {past.acknowledgedBy !== undefined && (
            <span>{t('alerts.status.acknowledged', { who: actorLabel(past.acknowledgedBy) })}</span>
          )}
          {past.ending === 'made-room' && <span>{t('alerts.madeRoom')}</span>}
        </p>
      </div>
      <When past={past} />
    </li>
  )
}

/** A refused command, in the autopilot's own words. */
export const RefusedRow = ({ refusal }: { readonly refusal: Refusal }): JSX.Element => {
  const { now } = useBoat()
  return (
    <li class="alerts-row past" data-testid="refused-command">
      <AlertIcon alert={{ priority: 'caution', status: 'acknowledged' }} />
      <div class="alerts-words">
        <p>{refusal.words}</p>
        <p class="alerts-meta">
          <span>{refusal.pilot}</span>
          <span>{t('alerts.age', { age: ageText(now.value - refusal.receivedAt) })}</span>
        </p>
      </div>
    </li>
  )
}
