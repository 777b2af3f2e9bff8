import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { useKeys } from '#page/keys.ts'
import { hrefOf, type ScreenId } from '#page/router.ts'
import { BandFigures, BandPosition } from '#alerts/bands/band-figures.tsx'
import { useBoat } from '#boat/boat.ts'
import { t } from '#words/words.ts'
import { AlertIcon, AnswerButton, AnswerNote, Standby, useSettled } from './alert-controls.tsx'
import {
  anchorPath,
  chartPlaceOf,
  durationText,
  isBanded,
  screenOf,
  titleOf,
  type ShownAlert,
} from './alert.ts'
import { useAlerts } from './alerts-context.tsx'
import { AnchorFacts, CallButton, Extension } from './anchor-alarm.tsx'
import './takeover.css'

const screensOf = ({ path }: ShownAlert): readonly ScreenId[] =>
  path === anchorPath ? ['anchor', 'chart'] : [screenOf(path) ?? 'alerts']

interface AlertProps {
  readonly alert: ShownAlert
}

/** Title and duration of the alarm. */
const Head = ({ alert }: AlertProps): JSX.Element => {
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
const Ways = ({ alert }: AlertProps): JSX.Element => {
  const { alerts, sound } = useAlerts()
  const isLost = useBoat().link.isLost.value
  return (
    <div class="takeover-ways">
      {screensOf(alert).map((screen) => (
        <a
          key={screen}
          class="button"
          href={hrefOf(screen, screen === 'chart' ? chartPlaceOf(alert) : '')}
          data-testid={`takeover-show-${screen}`}
          onClick={() => alerts.minimize(alert)}
        >
          {t('alerts.goTo', { screen: t(`screen.${screen}`) })}
        </a>
      ))}
      {alert.path === anchorPath && <CallButton />}
      {isLost && sound.isArmed.value && (
        <button type="button" class="button" data-testid="takeover-quiet" onClick={() => sound.switchOff()}>
          {t('alerts.sound.switchOff')}
        </button>
      )}
    </div>
  )
}

const Answers = ({ alert, isSettled }: AlertProps & { readonly isSettled: boolean }): JSX.Element => {
  const { alerts } = useAlerts()
  return (
    <div class="takeover-answers">
      <AnswerButton
        text={t('alerts.silenceNow')}
        testId="takeover-silence"
        isIdle={!isSettled}
        isHere={!alert.isListed}
        onAnswer={() => void alerts.silenceAlarms()}
      />
      <AnswerButton
        text={t('alerts.acknowledgeNow')}
        testId="takeover-ack"
        class="strong"
        isIdle={!isSettled || !alert.isListed}
        onAnswer={() => void alerts.acknowledge([alert])}
      />
      {alert.path === anchorPath && <Extension />}
    </div>
  )
}

/** The figures of the alarm, where it has some, and its message. */
const Body = ({ alert }: AlertProps): JSX.Element => {
  const { alerts } = useAlerts()
  const more = useComputed(() => alerts.list.value.length - 1).value
  const hasFacts = alert.path === anchorPath || isBanded(alert)
  return (
    // On a low screen it scrolls, by keyboard too.
    <div class="takeover-body" tabIndex={0}>
      {alert.path === anchorPath && <AnchorFacts />}
      {isBanded(alert) && <BandFigures alert={alert} />}
      {isBanded(alert) && <BandPosition alert={alert} />}
      <p class={`takeover-message ${hasFacts ? 'beside-facts' : ''}`}>{alert.message}</p>
      <p class="quiet">
        {alert.source}
        {more > 0 && ` · ${t('alerts.more', { count: more })}`}
        {!alert.isSaved && ` · ${t('alerts.unsaved')}`}
      </p>
    </div>
  )
}

/** Fills the screen with an unanswered alarm. The pilot's strip stays usable. K acknowledges it. */
export const Takeover = ({ alert }: AlertProps): JSX.Element => {
  const { alerts } = useAlerts()
  const isSettled = useSettled(`${alert.id} ${alert.priority}`)
  const acknowledge = (): void => {
    if (isSettled) void alerts.acknowledge([alert])
  }
  useKeys({ k: acknowledge })
  // Announced once: a message that counts metres would be read out every second.
  const spoken = useMemo(() => `${titleOf(alert)}: ${alert.message}`, [alert.id, alert.priority])
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
        <Body alert={alert} />
        <footer>
          <AnswerNote alert={alert} />
          <Answers alert={alert} isSettled={isSettled} />
          <Ways alert={alert} />
          <Standby testId="takeover-standby" />
        </footer>
      </section>
    </>
  )
}
