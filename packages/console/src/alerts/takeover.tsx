import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { useComputed } from '@preact/signals'
import { useConsole } from '#app/console-context.ts'
import { useKeys } from '#app/keys.ts'
import { hrefOf, type ScreenId } from '#app/router.ts'
import { useBoat } from '#boat/boat-context.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { t, type WordKey } from '#words/words.ts'
import { anchorPath, overboardPath, screenOf, type ShownAlert } from './alert.ts'
import { AlertIcon } from './alert-icon.tsx'
import { useAlerts } from './alerts-context.tsx'
import { AnchorFacts } from './anchor-facts.tsx'
import { AnswerButton, AnswerNote } from './answers.tsx'
import { durationText } from './durations.ts'
import './takeover.css'

/** Whoever taps at what was there a moment ago does not answer an alarm that they have not read. */
const settleMs = 500

const titleOf = ({ path, priority }: ShownAlert): string => {
  const words: Readonly<Record<string, WordKey>> = {
    [anchorPath]: 'alerts.title.anchor',
    [overboardPath]: 'alerts.title.mob',
  }
  return t(words[path] ?? (priority === 'emergency' ? 'alerts.title.emergency' : 'alerts.title.alarm'))
}

const screensOf = ({ path }: ShownAlert): readonly ScreenId[] =>
  path === anchorPath ? ['anchor', 'chart'] : [screenOf(path) ?? 'alerts']

/** True when the same alarm has been there for a moment. */
const useSettled = (mark: string | undefined): boolean => {
  const [settled, setSettled] = useState<string | undefined>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(mark), settleMs)
    return () => clearTimeout(timer)
  }, [mark])
  return mark !== undefined && settled === mark
}

/** What lies under the alarm is out of reach; the top bar and the pilot are not. */
const useCoveredInert = (): void =>
  useLayoutEffect(() => {
    const covered = [...document.querySelectorAll('.shell > main, .shell > .navigation')]
    for (const element of covered) element.setAttribute('inert', '')
    return () => {
      for (const element of covered) element.removeAttribute('inert')
    }
  }, [])

const Since = ({ alert }: { readonly alert: ShownAlert }): JSX.Element => {
  const boat = useBoat()
  const time = durationText(boat.now.value - boat.heardAt(alert.raisedAt))
  return <span class="takeover-since">{t('alerts.since', { time })}</span>
}

/** Ways on: to the screen that shows more, and to quiet on this device when nobody can be told. */
const Ways = ({ alert }: { readonly alert: ShownAlert }): JSX.Element => {
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
      {isLost && sound.isArmed.value && (
        <button type="button" class="button" data-testid="takeover-quiet" onClick={() => sound.switchOff()}>
          {t('alerts.sound.switchOff')}
        </button>
      )}
    </div>
  )
}

/** On other screens the pilot's strip has it; at the helm it would lie under the alarm. */
const Standby = (): JSX.Element | null => {
  const { pilots, commands, mayStandBy } = usePilot()
  const isHelm = useConsole().router.route.value.screen === 'helm'
  if (!isHelm || pilots.chosen.value?.isEngaged !== true) return null
  return (
    <button
      type="button"
      class="button takeover-standby"
      data-testid="takeover-standby"
      disabled={!mayStandBy.value}
      onClick={() => void commands.standby()}
    >
      ■ {t('helm.standby')}
    </button>
  )
}

interface AnswersProps {
  readonly alert: ShownAlert
  readonly isSettled: boolean
}

const Answers = ({ alert, isSettled }: AnswersProps): JSX.Element => {
  const { alerts } = useAlerts()
  return (
    <div class="takeover-answers">
      <AnswerButton
        word="alerts.silenceNow"
        testId="takeover-silence"
        isIdle={!isSettled}
        onAnswer={() => void alerts.silenceAlarms()}
      />
      <AnswerButton
        word="alerts.acknowledgeNow"
        testId="takeover-ack"
        class="strong"
        isIdle={!isSettled}
        onAnswer={() => void alerts.acknowledge([alert])}
      />
    </div>
  )
}

const Full = ({ alert, isSettled }: AnswersProps): JSX.Element => {
  const { alerts } = useAlerts()
  useCoveredInert()
  // Said once: a message that counts metres would be read out again every second.
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
        <header>
          <AlertIcon alert={alert} />
          <h2>{titleOf(alert)}</h2>
          <Since alert={alert} />
        </header>
        <div class="takeover-body">
          <p class="takeover-message">{alert.message}</p>
          <p class="quiet">
            {alert.source}
            {more > 0 && ` · ${t('alerts.more', { count: more })}`}
          </p>
          {alert.path === anchorPath && <AnchorFacts />}
        </div>
        <footer>
          <AnswerNote />
          <Answers alert={alert} isSettled={isSettled} />
          <Ways alert={alert} />
          <Standby />
        </footer>
      </section>
    </>
  )
}

/** S stops the noise from anywhere; K acknowledges what fills the screen, or leads to what there is to read. */
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

/** An alarm that nobody has answered fills every screen, whatever it shows. The pilot's strip stays in reach. */
export const Takeover = (): JSX.Element | null => {
  const { alerts } = useAlerts()
  const alert = alerts.pressing.value
  const isSettled = useSettled(alert === undefined ? undefined : `${alert.id} ${alert.priority}`)
  useAlarmKeys(alert, isSettled)
  if (alert === undefined || alerts.isLookedPast.value) return null
  return <Full alert={alert} isSettled={isSettled} />
}

/** The same alarm for whoever has looked past it, to see what is going on. */
export const AlarmBar = (): JSX.Element | null => {
  const { alerts } = useAlerts()
  const alert = alerts.pressing.value
  // The list says the same, with the same buttons.
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
