import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { useComputed } from '@preact/signals'
import { anchorPath, screenOf, type ShownAlert } from '#alerts/alert.ts'
import { AlertIcon } from '#alerts/alert-icon.tsx'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { AnswerButton, AnswerNote } from '#alerts/answers.tsx'
import { durationText } from '#words/durations.ts'
import { useConsole } from '#app/console-context.ts'
import { useKeys } from '#app/keys.ts'
import { hrefOf, type ScreenId } from '#app/router.ts'
import { useBoat } from '#boat/boat-context.ts'
import { t } from '#words/words.ts'
import { useSettled } from './settled.ts'
import { Standby } from './standby.tsx'
import { titleOf } from './titles.ts'
import { useAnchorPart, type AnchorPart } from './use-anchor-part.ts'
import './takeover.css'

const screensOf = ({ path }: ShownAlert): readonly ScreenId[] =>
  path === anchorPath ? ['anchor', 'chart'] : [screenOf(path) ?? 'alerts']

interface FullProps {
  readonly alert: ShownAlert
  readonly isSettled: boolean
  readonly part: AnchorPart | undefined
}

/** Title and duration of the alarm. */
const Head = ({ alert }: { readonly alert: ShownAlert }): JSX.Element => {
  const boat = useBoat()
  const time = durationText(boat.now.value - boat.receivedAt(alert.raisedAt))
  return (
    <header>
      <AlertIcon alert={alert} />
      <div class="takeover-head">
        <h2>{titleOf(alert)}</h2>
        {alert.isListed && <span class="takeover-since">{t('alerts.since', { time })}</span>}
      </div>
    </header>
  )
}

/** Links to the screen with more details, and to muting this device when the server cannot be reached. */
const Ways = ({ alert, part }: Pick<FullProps, 'alert' | 'part'>): JSX.Element => {
  const { alerts, sound } = useAlerts()
  const isLost = useBoat().link.isLost.value
  return (
    <div class="takeover-ways">
      {screensOf(alert).map((screen) => (
        <a
          key={screen}
          class="button"
          href={hrefOf(screen)}
          data-testid={`takeover-show-${screen}`}
          onClick={() => alerts.lookPast(alert)}
        >
          {t('alerts.goTo', { screen: t(`screen.${screen}`) })}
        </a>
      ))}
      {part && <part.CallButton />}
      {isLost && sound.isArmed.value && (
        <button type="button" class="button" data-testid="takeover-quiet" onClick={() => sound.switchOff()}>
          {t('alerts.sound.switchOff')}
        </button>
      )}
    </div>
  )
}

const Answers = ({ alert, isSettled, part }: FullProps): JSX.Element => {
  const { alerts } = useAlerts()
  return (
    <div class="takeover-answers">
      <AnswerButton
        word="alerts.silenceNow"
        testId="takeover-silence"
        isIdle={!isSettled}
        isHere={!alert.isListed}
        onAnswer={() => void alerts.silenceAlarms()}
      />
      <AnswerButton
        word="alerts.acknowledgeNow"
        testId="takeover-ack"
        class="strong"
        isIdle={!isSettled || !alert.isListed}
        onAnswer={() => void alerts.acknowledge([alert])}
      />
      {part && <part.Extension />}
    </div>
  )
}

const Full = ({ alert, isSettled, part }: FullProps): JSX.Element => {
  const { alerts } = useAlerts()
  // Announced once: a message that counts metres would be read out every second.
  const spoken = useMemo(() => `${titleOf(alert)}: ${alert.message}`, [alert.id, alert.priority])
  const more = useComputed(() => alerts.list.value.length - 1).value
  return (
    <>
      <div class="takeover-rail" />
      <section
        class="takeover"
        data-testid="takeover"
        data-priority={alert.priority}
        aria-label={titleOf(alert)}
      >
        <p class="unseen" role="alert">
          {spoken}
        </p>
        <Head alert={alert} />
        <div class="takeover-body">
          {part && <part.AnchorFacts />}
          <p class={`takeover-message ${part ? 'beside-facts' : ''}`}>{alert.message}</p>
          <p class="quiet">
            {alert.source}
            {more > 0 && ` · ${t('alerts.more', { count: more })}`}
            {!alert.isSaved && ` · ${t('alerts.unsaved')}`}
          </p>
        </div>
        <footer>
          <AnswerNote alert={alert} />
          <Answers alert={alert} isSettled={isSettled} part={part} />
          <Ways alert={alert} part={part} />
          <Standby testId="takeover-standby" />
        </footer>
      </section>
    </>
  )
}

/** S silences from anywhere. K acknowledges the alarm on the screen, or opens the list. */
const useAlarmKeys = (pressing: ShownAlert | undefined, isSettled: boolean): void => {
  const { alerts } = useAlerts()
  const { router } = useConsole()
  const acknowledge = (): void => {
    if (pressing === undefined) router.open('alerts')
    else if (alerts.isLookedPast.value) alerts.lookAgain()
    else if (isSettled) void alerts.acknowledge([pressing])
  }
  const silence = (): void => void alerts.silenceAlarms()
  useKeys({ s: silence, S: silence, k: acknowledge, K: acknowledge })
}

/** Fills every screen with an unanswered alarm. The pilot's strip stays usable. */
export const Takeover = (): JSX.Element | null => {
  const { alerts } = useAlerts()
  const alert = alerts.pressing.value
  const isSettled = useSettled(alert === undefined ? undefined : `${alert.id} ${alert.priority}`)
  const part = useAnchorPart(alert)
  useAlarmKeys(alert, isSettled)
  if (alert === undefined || alerts.isLookedPast.value) return null
  return <Full alert={alert} isSettled={isSettled} part={part} />
}
