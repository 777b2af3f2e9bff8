import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useKeys } from '#page/keys.ts'
import { useBoat, type Boat } from '#boat/boat.ts'
import { t } from '#words/words.ts'
import { AlertIcon, AnswerButton } from './alert-controls.tsx'
import { isBanded, isUnanswered, titleOf, type ShownAlert } from './alert.ts'
import { useAlerts, type AlarmViews } from './alerts-context.tsx'
import type { Alerts } from './alerts.ts'
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

/** Loaded after the first load, which has a budget, so that they are there when an alarm and a lost connection meet. */
const loadAfterMs = 3_000

const loadViews = async (boat: Boat, alerts: Alerts): Promise<AlarmViews> => {
  const [{ Takeover }, { AlarmBand }, { FollowedTargets }] = await Promise.all([
    import('./takeover.tsx'),
    import('#alerts/bands/alarm-band.tsx'),
    import('#alerts/bands/followed-targets.ts'),
  ])
  return { Takeover, AlarmBand, targets: new FollowedTargets(boat, alerts) }
}

/** Loads the views of alarms. A failed attempt is repeated at the next alarm. */
const useViews = (hasAlarm: boolean): AlarmViews | undefined => {
  const { alerts, views } = useAlerts()
  const boat = useBoat()
  const load = (): void => {
    if (views.peek() === undefined)
      loadViews(boat, alerts).then(
        (loaded) => {
          views.value ??= loaded
        },
        () => undefined,
      )
  }
  useEffect(() => {
    const timer = setTimeout(load, loadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (hasAlarm) load()
  }, [hasAlarm])
  return views.value
}

/** An alarm in one line, with its answers. */
const AlarmBar = ({ alert }: { readonly alert: ShownAlert }): JSX.Element => {
  const { alerts } = useAlerts()
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
          text={t('alerts.silence')}
          testId="bar-silence"
          onAnswer={() => void alerts.silenceAlarms()}
        />
        <AnswerButton
          text={t('alerts.acknowledge')}
          testId="bar-ack"
          onAnswer={() => void alerts.acknowledge([alert])}
        />
      </div>
    </div>
  )
}

/** The alarm shown as a bar: a minimized one, or any while its view is not loaded. */
const useBarAlarm = (views: AlarmViews | undefined): ShownAlert | undefined => {
  const { alerts } = useAlerts()
  const alert = alerts.pressing.value
  // The list on this screen has the same buttons.
  const isListed = useConsole().router.route.value.screen === 'alerts'
  if (alert === undefined || isListed) return undefined
  const isInView = isBanded(alert) || !alerts.isMinimized.value
  return views !== undefined && isInView ? undefined : alert
}

/** S silences from anywhere. K acknowledges in the view of the alarm; without one it restores the bar or opens the list. */
const useAlarmKeys = (): void => {
  const { alerts, views } = useAlerts()
  const { router } = useConsole()
  const answer = (): void => {
    const isInView = alerts.takeover.value !== undefined || alerts.banded.value.some(isUnanswered)
    if (isInView && views.value !== undefined) return
    if (alerts.isMinimized.value) alerts.restore()
    else router.open('alerts')
  }
  const silence = (): void => void alerts.silenceAlarms()
  useKeys({ s: silence, k: answer })
}

/** The bands and bars of alarms, above every screen. */
export const AlarmBands = (): JSX.Element => {
  const { alerts } = useAlerts()
  const views = useViews(alerts.pressing.value !== undefined || alerts.banded.value.length > 0)
  const bar = useBarAlarm(views)
  useAlarmKeys()
  // One alarm at a time has the room for all its figures and buttons.
  const isFolded = bar !== undefined || alerts.takeover.value !== undefined
  return (
    <>
      {views !== undefined && <views.AlarmBand isFolded={isFolded} />}
      {bar !== undefined && <AlarmBar alert={bar} />}
    </>
  )
}

/** The alarm that fills the screen. */
export const TakeoverPlace = (): JSX.Element | null => {
  const { alerts, views } = useAlerts()
  const alert = alerts.takeover.value
  const loaded = views.value
  return alert === undefined || loaded === undefined ? null : <loaded.Takeover alert={alert} />
}

/** Shows the question on every screen. If the dialog cannot be loaded, the warning is still shown and sounds. */
export const NextLegPlace = (): JSX.Element | null => {
  const pending = useAlerts().question.pending.value
  const isFirst = useConsole().urgent.value === 'question'
  const dialog = useLazy(pending !== undefined, () => import('./next-leg-dialog.tsx'))
  if (pending === undefined || dialog === undefined || !isFirst) return null
  return <dialog.NextLegDialog key={markOf(pending)} pending={pending} />
}
