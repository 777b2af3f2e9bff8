import { useComputed } from '@preact/signals'
import type { JSX, FunctionComponent } from 'preact'
import { useEffect, useState, useMemo } from 'preact/hooks'
import { useConsole } from '#app/console-context.ts'
import { useKeys } from '#app/keys.ts'
import { hrefOf, type ScreenId } from '#app/router.ts'
import { useBoat } from '#boat/boat.ts'
import { textIn } from '#boat/values.ts'
import { t, type WordKey } from '#words/words.ts'
import { AlertIcon, AnswerButton, AnswerNote, Standby, useSettled } from './alert-controls.tsx'
import { anchorPath, overboardPath, type ShownAlert, callPath, screenOf, durationText } from './alert.ts'
import { useAlerts } from './alerts-context.tsx'
import { markOf } from './turn-question.ts'

/** Loads a part when needed; undefined until loaded. If loading fails, its surroundings work without it. */
const useLazy = <Part,>(isNeeded: boolean, load: () => Promise<Part>): Part | undefined => {
  const [part, setPart] = useState<{ readonly loaded: Part } | undefined>(undefined)
  const isMissing = isNeeded && part === undefined
  useEffect(() => {
    if (isMissing)
      load().then(
        (loaded) => setPart({ loaded }),
        () => undefined,
      )
  }, [isMissing])
  return part?.loaded
}

const titleWords: Readonly<Record<string, WordKey>> = {
  [anchorPath]: 'alerts.title.anchor',
  [overboardPath]: 'alerts.title.mob',
  [callPath]: 'alerts.title.call',
}

/** Title of an alarm. */
const titleOf = ({ path, priority }: ShownAlert): string =>
  t(titleWords[path] ?? (priority === 'emergency' ? 'alerts.title.emergency' : 'alerts.title.alarm'))

/** Parts of the anchor alarm: figures, extend button, crew call. */
interface AnchorPart {
  readonly AnchorFacts: FunctionComponent
  readonly Extension: FunctionComponent
  readonly CallButton: FunctionComponent
}

const loadAnchorPart = (): Promise<AnchorPart> => import('./anchor-alarm.tsx')

/** Loaded while the anchor is down, so that it is ready for an alarm. Undefined for any other alarm. */
const useAnchorPart = (alert: ShownAlert | undefined): AnchorPart | undefined => {
  const { values } = useBoat()
  const state = textIn(values.of('navigation.anchor.state').value)
  const isAnchor = alert?.path === anchorPath
  const part = useLazy(isAnchor || state === 'setting' || state === 'watching', loadAnchorPart)
  return isAnchor ? part : undefined
}

/** A minimized alarm. */
export const AlarmBar = (): JSX.Element | null => {
  const { alerts } = useAlerts()
  const alert = alerts.pressing.value
  // The list on this screen has the same buttons.
  const isListed = useConsole().router.route.value.screen === 'alerts'
  if (alert === undefined || !alerts.isMinimized.value || isListed) return null
  return (
    <div class="alarm-bar" data-testid="alarm-bar" data-priority={alert.priority}>
      <button
        type="button"
        class="alarm-bar-words"
        onClick={() => alerts.restore()}
        title={t('alerts.restore')}
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
          onClick={() => alerts.minimize(alert)}
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
    else if (alerts.isMinimized.value) alerts.restore()
    else if (isSettled) void alerts.acknowledge([pressing])
  }
  const silence = (): void => void alerts.silenceAlarms()
  useKeys({ s: silence, k: acknowledge })
}

/** Fills every screen with an unanswered alarm. The pilot's strip stays usable. */
export const Takeover = (): JSX.Element | null => {
  const { alerts } = useAlerts()
  const alert = alerts.pressing.value
  const isSettled = useSettled(alert === undefined ? undefined : `${alert.id} ${alert.priority}`)
  const part = useAnchorPart(alert)
  useAlarmKeys(alert, isSettled)
  if (alert === undefined || alerts.isMinimized.value) return null
  return <Full alert={alert} isSettled={isSettled} part={part} />
}

/** Shows the question on every screen. If the dialog cannot be loaded, the warning is still shown and sounds. */
export const NextLegPlace = (): JSX.Element | null => {
  const pending = useAlerts().question.pending.value
  const isFirst = useConsole().urgent.value === 'question'
  const dialog = useLazy(pending !== undefined, () => import('./next-leg-dialog.tsx'))
  if (pending === undefined || dialog === undefined || !isFirst) return null
  return <dialog.NextLegDialog key={markOf(pending)} pending={pending} />
}
