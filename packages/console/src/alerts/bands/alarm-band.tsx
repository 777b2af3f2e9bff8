import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { AlertIcon, AnswerButton, AnswerNote, useSettled } from '#alerts/alert-controls.tsx'
import {
  chartPlaceOf,
  isAlarm,
  isCollision,
  isDistress,
  isUnanswered,
  overboardPath,
  titleOf,
  type ShownAlert,
} from '#alerts/alert.ts'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { UndoButton } from '#alerts/overboard-controls.tsx'
import { useKeys } from '#page/keys.ts'
import { hrefOf } from '#page/router.ts'
import { useBoat } from '#boat/boat.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { t } from '#words/screen-words.ts'
import { BandFigures, BandPosition, useBandTitle, type BandProps } from './band-figures.tsx'
import { casualtyLabel, casualtyOf } from './casualty.ts'
import { CourseButton } from './course-button.tsx'
import { TellShipsButton } from './tell-ships.tsx'

/** Opens the chart where the alarm is. */
const ShowLink = ({ alert }: BandProps): JSX.Element | null => {
  const place = chartPlaceOf(alert)
  if (place === '') return null
  return (
    <a class="button" href={hrefOf('chart', place)} data-testid="band-show">
      {t('band.show')}
    </a>
  )
}

/** How many more alarms there are, and the way to them. */
const MoreLink = ({ alert }: BandProps): JSX.Element | null => {
  const { alerts } = useAlerts()
  const count = alerts.list.value.filter(
    (other) => isAlarm(other) && other.status !== 'rectified' && other.key !== alert.key,
  ).length
  if (count === 0) return null
  return (
    <a
      class="button band-more"
      href={hrefOf('alerts')}
      aria-label={t('band.more', { count })}
      data-testid="band-more"
    >
      +{count}
    </a>
  )
}

/** Silences all alarms. Without a connection only this device can be muted. */
const SilenceButton = ({ alert, isIdle }: BandProps & { readonly isIdle: boolean }): JSX.Element => {
  const { alerts, sound } = useAlerts()
  const isLost = useBoat().link.isLost.value
  if (isLost && sound.isArmed.value)
    return (
      <button type="button" class="button" data-testid="band-quiet" onClick={() => sound.switchOff()}>
        {t('alerts.sound.switchOff')}
      </button>
    )
  const isSilenced = alert.status === 'silenced'
  return (
    <AnswerButton
      text={t(isSilenced ? 'alerts.silenced' : 'alerts.silenceShort')}
      testId="band-silence"
      isIdle={isIdle || isSilenced}
      isHere={!alert.isListed}
      onAnswer={() => void alerts.silenceAlarms()}
    />
  )
}

/** The alerts that are answered together: those about one person share the band. */
const useShared = (alert: ShownAlert): readonly ShownAlert[] => {
  const shared = useAlerts().views.value?.targets.shared.value ?? []
  return shared.some(({ key }) => key === alert.key) ? shared : [alert]
}

/** Silence and Acknowledge. The key K also acknowledges. */
const Answers = ({ alert }: BandProps): JSX.Element => {
  const { alerts } = useAlerts()
  const isSettled = useSettled(`${alert.id} ${alert.priority}`)
  const shared = useShared(alert)
  const acknowledge = (): void => {
    if (isSettled) void alerts.acknowledge(shared)
  }
  useKeys({ k: acknowledge })
  return (
    <>
      <SilenceButton alert={alert} isIdle={!isSettled} />
      <AnswerButton
        text={t('alerts.acknowledge')}
        testId="band-ack"
        isIdle={!isSettled || !alert.isListed}
        onAnswer={acknowledge}
      />
    </>
  )
}

const aboardMs = 800

/** Ends the emergency. Held, because it also ends the search on every other screen. */
const RecoveredButton = (): JSX.Element => {
  const { overboard } = useAlerts()
  const isSettled = useSettled('recovered')
  return (
    <HoldButton
      ms={aboardMs}
      testId="mob-aboard"
      disabled={!isSettled || overboard.disabledReason.value !== undefined}
      onHeld={() => void overboard.end()}
    >
      {t('band.recovered')}
    </HoldButton>
  )
}

/** Ends a distress that its source cannot end. Needs a hold, because it ends the distress on every other screen. */
const ResolvedButton = ({ alert }: BandProps): JSX.Element | null => {
  const { alerts } = useAlerts()
  const isSettled = useSettled(`resolved ${alert.id}`)
  if (!alert.isEndable) return null
  return (
    <HoldButton
      ms={aboardMs}
      testId="band-resolved"
      disabled={!isSettled || !alert.isListed || alerts.disabledReason.value !== undefined}
      onHeld={() => void alerts.end(alert)}
    >
      {t('band.resolved')}
    </HoldButton>
  )
}

/** Undo where MOB was pressed, then Silence and Acknowledge, and at last what ends the alarm. */
const BandAnswers = ({ alert }: BandProps): JSX.Element => {
  const seconds = useAlerts().overboard.undoSeconds.value
  const shared = useShared(alert)
  const isMob = alert.path === overboardPath
  if (isMob && seconds !== undefined) return <UndoButton seconds={seconds} />
  if (isCollision(alert) || shared.some(isUnanswered)) return <Answers alert={alert} />
  return isMob ? <RecoveredButton /> : <ResolvedButton alert={alert} />
}

const BandButtons = ({ alert }: BandProps): JSX.Element => {
  const place = useAlerts().views.value?.targets.newestPlaceOf(alert)?.place
  const isOverboard = alert.path === overboardPath
  const isSearch = isOverboard || isDistress(alert)
  return (
    <div class="band-buttons">
      {isSearch && place !== undefined && (
        <CourseButton place={place} name={isOverboard ? t('alerts.mob') : casualtyLabel(alert)} />
      )}
      {(place !== undefined || !isDistress(alert)) && <ShowLink alert={alert} />}
      <BandAnswers alert={alert} />
      {isOverboard && <TellShipsButton />}
    </div>
  )
}

/** The only buttons of a folded band: the way to the chart, and Undo. */
const FoldedButtons = ({ alert }: BandProps): JSX.Element => {
  const seconds = useAlerts().overboard.undoSeconds.value
  return (
    <div class="band-buttons">
      {alert.path === overboardPath && seconds !== undefined && <UndoButton seconds={seconds} />}
      <ShowLink alert={alert} />
    </div>
  )
}

const isDrill = (alert: ShownAlert): boolean => isDistress(alert) && casualtyOf(alert).isDrill

interface FoldableProps extends BandProps {
  readonly isFolded: boolean
}

const Band = ({ alert, isFolded }: FoldableProps): JSX.Element => {
  const title = useBandTitle(alert)
  // Announced once: figures that count would be read out every second.
  const spoken = useMemo(() => `${titleOf(alert)}: ${alert.message}`, [alert.id, alert.priority])
  return (
    <section
      class={['band', isFolded && 'folded', isDrill(alert) && 'drill'].filter(Boolean).join(' ')}
      data-testid="alarm-band"
      data-path={alert.path}
      data-priority={alert.priority}
      data-status={alert.status}
      aria-label={titleOf(alert)}
    >
      <p class="unseen" role="alert">
        {spoken}
      </p>
      <div class="band-head">
        <AlertIcon alert={alert} />
        <div class="band-words">
          <h2 data-testid="band-title">{title}</h2>
          {!isFolded && <BandPosition alert={alert} />}
        </div>
        {!isFolded && <MoreLink alert={alert} />}
      </div>
      <BandFigures alert={alert} />
      {isFolded ? <FoldedButtons alert={alert} /> : <BandButtons alert={alert} />}
      {!isFolded && (isUnanswered(alert) || isDistress(alert)) && <AnswerNote alert={alert} />}
    </section>
  )
}

/**
 * The most urgent collision alarm, distress or man overboard, in a band that leaves the screen below usable. An
 * acknowledged collision alarm stays in one line while the danger lasts; the others stay whole until a person ends them.
 */
export const AlarmBand = ({ isFolded }: { readonly isFolded: boolean }): JSX.Element | null => {
  const alert = useAlerts().views.value?.targets.mostUrgent.value
  if (alert === undefined) return null
  const isOnlyWatched = isCollision(alert) && !isUnanswered(alert)
  return <Band key={alert.id} alert={alert} isFolded={isFolded || isOnlyWatched} />
}
