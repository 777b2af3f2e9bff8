import type { ConsoleClient } from '@marinedata/model'
import type { JSX } from 'preact'
import { AlertIcon } from '#alerts/alert-controls.tsx'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useConsole } from '#page/console-context.ts'
import { hrefOf } from '#page/router.ts'
import { useBoat } from '#boat/boat.ts'
import { ageText, durationText } from '#words/durations.ts'
import { t } from '#words/screen-words.ts'
import { timeOfDay } from '#words/words.ts'
import { useAnchor } from './anchor-context.ts'
import { useOwnPlace } from './drawing/drawing.tsx'
import { toneOf, type WatchState, alarmDevicesOf, type AlarmDevices } from './watch-state.ts'

const priorities = { caution: 'caution', warning: 'warning', alarm: 'alarm' } as const

/** The text of a state for which the watch has no message. */
const wordsFor = (watchState: WatchState): string | undefined => {
  switch (watchState) {
    case 'raised':
    case 'lost':
    case 'unwatched':
    case 'blind':
    case 'setting':
      return t(`anchor.says.${watchState}`)
    default:
      return undefined
  }
}

const ToneIcon = ({ watchState }: { readonly watchState: WatchState }): JSX.Element | null => {
  const tone = toneOf(watchState)
  if (tone === 'calm' || tone === 'unknown') return null
  return <AlertIcon alert={{ priority: priorities[tone], status: 'acknowledged' }} isSteady />
}

/** How long the anchor has been down. */
const Since = (): JSX.Element | null => {
  const { now, link } = useBoat()
  const { trackHistory } = useAnchor()
  const since = trackHistory.downAt.value
  if (since === undefined || link.isLost.value) return null
  return (
    <time class="anchor-since" data-testid="anchor-since">
      {durationText(now.value - since)}
    </time>
  )
}

/** State of the watch: one word and one sentence. */
export const Status = ({ children }: { readonly children?: JSX.Element | null }): JSX.Element => {
  const { controller } = useAnchor()
  const watchState = controller.watchState.value
  const hasMessage = watchState === 'alarm' || watchState === 'warning' || watchState === 'caution'
  const words =
    (hasMessage || watchState === 'degraded' ? controller.words.value : undefined) ?? wordsFor(watchState)
  return (
    <header
      class="anchor-status"
      data-testid="anchor-state"
      data-watch-state={watchState}
      data-tone={toneOf(watchState)}
    >
      <ToneIcon watchState={watchState} />
      <div class="grow">
        <strong>{t(`anchor.state.${watchState}`)}</strong> <Since />
        {words !== undefined && <p>{words}</p>}
      </div>
      {children}
    </header>
  )
}

const clockText = (ms: number): string => timeOfDay(ms, 'second')

/** Time of the last fix, while there is no fresh one. */
export const LastFix = (): JSX.Element | null => {
  const { now } = useBoat()
  const own = useOwnPlace()
  if (own === undefined)
    return (
      <p class="anchor-last-fix" data-testid="anchor-last-fix">
        {t('anchor.noFix')}
      </p>
    )
  if (!own.isOld) return null
  const ageMs = now.value - own.receivedAt
  return (
    <p class="anchor-last-fix" data-testid="anchor-last-fix">
      {t('anchor.lastFix', { time: clockText(Date.now() - ageMs), age: ageText(ageMs) })}
    </p>
  )
}

/** The reason why the last command failed, or why commands are not possible here. */
export const Problem = (): JSX.Element | null => {
  const { controller } = useAnchor()
  const disabledReason = controller.disabledReason.value
  const text = controller.problem.value ?? (disabledReason === undefined ? undefined : t(disabledReason))
  if (text === undefined) return null
  return (
    <p class="anchor-problem" role="status" data-testid="anchor-problem">
      {text}
    </p>
  )
}

/** Undoes the drop for a while. */
export const Undo = (): JSX.Element | null => {
  const { controller, step } = useAnchor()
  const seconds = controller.undoSeconds.value
  if (seconds === 0) return null
  const undo = (): void => {
    step.value = 'none'
    void controller.raise()
  }
  return (
    <button
      type="button"
      class="button anchor-undo"
      data-testid="anchor-undo"
      disabled={controller.disabledReason.value !== undefined || controller.busy.value !== undefined}
      onClick={undo}
    >
      {t('anchor.undo', { seconds })}
    </button>
  )
}

/** Opens the bow view from the corner of the drawing. */
export const BowButton = (): JSX.Element => {
  const { step } = useAnchor()
  return (
    <button
      type="button"
      class="button anchor-corner"
      data-testid="anchor-bow"
      onClick={() => (step.value = 'bow')}
    >
      {t('anchor.bow')}
    </button>
  )
}

const percent = (battery: number): number => Math.round(battery * 100)

const nameOf = ({ name }: ConsoleClient, isHere: boolean): string =>
  isHere ? t('anchor.wakes.here', { name }) : name

/** The name of this screen is a guess until somebody enters one. */
const NameLink = (): JSX.Element | null =>
  useConsole().preferences.of('station').value === '' ? (
    <a class="anchor-name" href={hrefOf('settings')}>
      {t('anchor.wakes.name')}
    </a>
  ) : null

const Listener = ({
  station,
  isHere,
}: {
  readonly station: ConsoleClient
  readonly isHere: boolean
}): JSX.Element => (
  <li data-testid="anchor-listener" data-armed={station.wakes} data-here={isHere}>
    <span aria-hidden="true">{station.wakes ? '✓' : '✕'}</span> {nameOf(station, isHere)}
    {!isHere && <span class="quiet"> {station.who}</span>}
    {station.battery !== null && <span class="quiet"> {percent(station.battery)} %</span>}
    {!station.wakes && (
      <span class="quiet"> {t(station.sound ? 'anchor.wakes.untested' : 'anchor.wakes.silent')}</span>
    )}
    {isHere && <NameLink />}
  </li>
)

const faultText = ({ fault, armed: [only] }: AlarmDevices): string | undefined => {
  switch (fault) {
    case 'nobody':
      return t('anchor.wakes.nobody')
    case 'weak':
      return t('anchor.wakes.weak', { name: only?.name ?? '', battery: percent(only?.battery ?? 0) })
    case 'unknown':
      return t('anchor.wakes.unknown')
    default:
      return undefined
  }
}

const Fault = ({ listeners }: { readonly listeners: AlarmDevices }): JSX.Element | null => {
  const text = faultText(listeners)
  if (text === undefined) return null
  const isCaution = listeners.fault !== 'unknown'
  return (
    <p class={isCaution ? 'anchor-caution' : 'quiet'} data-testid="anchor-listeners-fault" role="status">
      {isCaution && <AlertIcon alert={{ priority: 'caution', status: 'acknowledged' }} isSteady />}
      {text}
    </p>
  )
}

/** The devices that will sound the alarm, with a warning if the list is empty. */
export const AlarmDeviceList = (): JSX.Element => {
  const { consoleClients, sound } = useAlerts()
  const listeners = alarmDevicesOf(consoleClients.list.value)
  return (
    <section class="anchor-wakes" data-testid="anchor-wakes" aria-label={t('anchor.wakes')}>
      <div class="grow">
        <Fault listeners={listeners} />
        <ul>
          {listeners.armed.length > 0 && <li class="quiet">{t('anchor.wakes')}</li>}
          {[...listeners.armed, ...listeners.silent].map((station) => (
            <Listener
              key={station.id}
              station={station}
              isHere={(station.device ?? station.id) === consoleClients.device}
            />
          ))}
        </ul>
      </div>
      <button
        type="button"
        class="button"
        data-testid="anchor-test-alarm"
        data-arms=""
        onClick={() => void sound.arm('test')}
      >
        {t('anchor.test')}
      </button>
    </section>
  )
}
