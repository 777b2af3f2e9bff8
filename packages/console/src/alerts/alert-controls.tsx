import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { hrefOf } from '#page/router.ts'
import { icons } from '#theme/icons.tsx'
import { usePilot } from '#pilot/pilot.ts'
import { t } from '#words/words.ts'
import { isFlashing, shapeOf, type Priority, type Shape, type ShownAlert } from './alert.ts'
import { useAlerts } from './alerts-context.tsx'
import './alerts.css'

const outlines: Readonly<Record<Shape, JSX.Element>> = {
  triangle: <path class="body" d="M12 2.5 22.800 21.500H1.200z" />,
  circle: <circle class="body" cx="12" cy="12" r="10" />,
  square: <rect class="body" x="2.500" y="2.500" width="19" height="19" />,
}

const marks: Readonly<Record<Priority | 'over', string>> = {
  emergency: 'M9 9.500v5.500M15 9.500v5.500M9 18.400h.01M15 18.400h.01',
  alarm: 'M12 9v6M12 18.300h.01',
  warning: 'M12 6.500v7M12 17h.01',
  caution: 'M12 6.500v7M12 17h.01',
  over: 'M7 13l3.500 3.500L17.200 9',
}

type IconAlert = Pick<ShownAlert, 'priority' | 'status'>

/** The shape shows the priority without relying on colour; a tick means that the alert has ended. */
export const AlertIcon = ({
  alert,
  isSteady = false,
}: {
  readonly alert: IconAlert
  readonly isSteady?: boolean
}): JSX.Element => {
  const isOver = alert.status === 'rectified'
  const flashes = !isSteady && isFlashing(alert)
  return (
    <span
      class="alert-icon"
      data-shape={shapeOf(alert)}
      data-priority={alert.priority}
      data-over={isOver}
      data-flash={flashes}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {outlines[shapeOf(alert)]}
        <path class="mark" d={marks[isOver ? 'over' : alert.priority]} />
      </svg>
    </span>
  )
}

/** Number of alerts and their highest priority, on every screen. */
export const AlertButton = (): JSX.Element => {
  const { alerts } = useAlerts()
  const list = alerts.list.value
  const [worst] = list
  const label =
    worst === undefined
      ? `${t('screen.alerts')}: ${t('alerts.none')}`
      : t('alerts.button', { count: list.length, priority: t(`alerts.priority.${worst.priority}`) })
  return (
    <>
      <span class="unseen" role="status">
        {label}
      </span>
      <a
        class="button alert-button"
        href={hrefOf('alerts')}
        data-testid="alerts-button"
        data-count={list.length}
        data-flash={alerts.isFlashing.value}
        aria-label={label}
      >
        {worst === undefined ? <icons.alerts /> : <AlertIcon alert={worst} />}
        {list.length > 0 && <span>{list.length}</span>}
      </a>
    </>
  )
}

interface AnswerNoteProps {
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

interface AnswerButtonProps {
  /** Key of the label. */
  readonly text: string
  readonly onAnswer: () => void
  readonly isIdle?: boolean
  /** The action affects this page only, and needs neither a role nor a connection. */
  readonly isHere?: boolean
  readonly class?: string
  readonly testId: string
}

/** Disabled with its reason if the role does not suffice or the connection is lost. */
export const AnswerButton = ({
  text,
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
      {text}
    </button>
  )
}

/** A crossed loudspeaker in the top bar until alarms can sound here. */
export const SoundButton = (): JSX.Element => {
  const { sound } = useAlerts()
  return (
    <>
      <output class="unseen" data-testid="audio-state" data-armed={sound.isArmed.value} aria-hidden="true">
        {sound.state.value}
      </output>
      {!sound.isArmed.value && (
        <button
          type="button"
          class="button sound-button"
          data-testid="sound-chip"
          data-arms=""
          aria-label={t('alerts.chip')}
          title={t('alerts.chip')}
          onClick={() => void sound.arm('test')}
        >
          <MutedIcon />
        </button>
      )}
    </>
  )
}

/** Says in words that alarms will not sound here, where somebody relies on them: at anchor, and during an alarm. */
export const SoundBand = (): JSX.Element | null => {
  const { sound, alerts } = useAlerts()
  const isAnchor = useConsole().router.route.value.screen === 'anchor'
  if (sound.isArmed.value || (!isAnchor && alerts.pressing.value === undefined)) return null
  return (
    <button
      type="button"
      class="sound-band"
      data-testid="sound-band"
      data-arms=""
      onClick={() => void sound.arm('test')}
    >
      <MutedIcon />
      {t('alerts.chip')}
    </button>
  )
}

const MutedIcon = (): JSX.Element => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5" />
  </svg>
)

/** Buttons react only after this time, so that a tap aimed at the previous content answers nothing unread. */
const settleMs = 500

/** True once the same content has been shown for a moment. */
export const useSettled = (mark: string | undefined): boolean => {
  const [settled, setSettled] = useState<string | undefined>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(mark), settleMs)
    return () => clearTimeout(timer)
  }, [mark])
  return mark !== undefined && settled === mark
}

/**
 * STANDBY inside a modal at the helm, where the modal covers the big key. On other screens the pilot's strip has it.
 */
export const Standby = ({ testId }: { readonly testId: string }): JSX.Element | null => {
  const { pilots, commands, mayStandBy } = usePilot()
  const isHelm = useConsole().router.route.value.screen === 'helm'
  if (!isHelm || pilots.chosen.value?.isEngaged !== true) return null
  return (
    <button
      type="button"
      class="button over-standby"
      data-testid={testId}
      disabled={!mayStandBy.value}
      onClick={() => void commands.standby()}
    >
      ■ {t('helm.standby')}
    </button>
  )
}
