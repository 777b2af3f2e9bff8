import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { AlertIcon, AnswerButton, AnswerNote, useSettled } from '#alerts/alert-controls.tsx'
import { chartPlaceOf, isAlarm, isUnanswered, overboardPath, titleOf } from '#alerts/alert.ts'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { UndoButton } from '#alerts/overboard-controls.tsx'
import { useKeys } from '#app/keys.ts'
import { hrefOf } from '#app/router.ts'
import { useBoat, useSubscription } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { courseRequests, CourseStore } from '#screens/chart/state/course-store.ts'
import { t } from '#words/screen-words.ts'
import { BandFigures, BandPosition, useVesselName, type BandProps } from './band-figures.tsx'

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

/** Silence and Acknowledge. K acknowledges, too. */
const Answers = ({ alert }: BandProps): JSX.Element => {
  const { alerts } = useAlerts()
  const isSettled = useSettled(`${alert.id} ${alert.priority}`)
  const acknowledge = (): void => {
    if (isSettled) void alerts.acknowledge([alert])
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

const isSamePlace = (one: Place, other: Place | undefined): boolean =>
  one.latitude === other?.latitude && one.longitude === other.longitude

/** Sets the course to where the person fell, and says when it is set. */
const CourseButton = ({ place }: { readonly place: Place }): JSX.Element => {
  const boat = useBoat()
  useSubscription({ paths: ['navigation.courseGreatCircle.*'] })
  const [{ requests, courses }] = useState(() => {
    const made = courseRequests(boat)
    return { requests: made, courses: new CourseStore(boat, made) }
  })
  useEffect(
    () => () => {
      courses[Symbol.dispose]()
      requests[Symbol.dispose]()
    },
    [],
  )
  const disabledReason = requests.disabledReason.value
  const problem = requests.problem.value
  const isSet = isSamePlace(place, courses.leg.value?.end)
  return (
    <>
      <button
        type="button"
        class="button"
        data-testid="mob-course"
        data-set={isSet}
        disabled={isSet || disabledReason !== undefined}
        title={disabledReason && t(disabledReason)}
        onClick={() => void courses.goTo(place, t('alerts.mob'))}
      >
        {t(isSet ? 'band.courseSet' : 'band.courseTo')}
      </button>
      {problem !== undefined && (
        <p class="alerts-note" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

/** Undo where MOB was pressed, then Silence and Acknowledge, and at last Recovered. */
const MobAnswers = ({ alert }: BandProps): JSX.Element => {
  const seconds = useAlerts().overboard.undoSeconds.value
  if (seconds !== undefined) return <UndoButton seconds={seconds} />
  return isUnanswered(alert) ? <Answers alert={alert} /> : <RecoveredButton />
}

const BandButtons = ({ alert }: BandProps): JSX.Element => {
  const place = useAlerts().overboard.casualty.value?.place
  const isMob = alert.path === overboardPath
  return (
    <div class="band-buttons">
      {isMob && place !== undefined && <CourseButton place={place} />}
      <ShowLink alert={alert} />
      {isMob ? <MobAnswers alert={alert} /> : <Answers alert={alert} />}
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

interface FoldableProps extends BandProps {
  readonly isFolded: boolean
}

const Band = ({ alert, isFolded }: FoldableProps): JSX.Element => {
  const vessel = useVesselName(alert)
  const title = alert.path === overboardPath ? titleOf(alert) : (vessel ?? titleOf(alert))
  // Announced once: figures that count would be read out every second.
  const spoken = useMemo(() => `${titleOf(alert)}: ${alert.message}`, [alert.id, alert.priority])
  return (
    <section
      class={isFolded ? 'band folded' : 'band'}
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
      {!isFolded && isUnanswered(alert) && <AnswerNote alert={alert} />}
    </section>
  )
}

/**
 * The most urgent collision alarm or man overboard, in a band that leaves the screen below usable. An acknowledged
 * collision alarm stays in one line while the danger lasts; man overboard stays whole until the person is recovered.
 */
export const AlarmBand = ({ isFolded }: { readonly isFolded: boolean }): JSX.Element | null => {
  const alert = useAlerts().views.value?.targets.mostUrgent.value
  if (alert === undefined) return null
  const isOnlyWatched = alert.path !== overboardPath && !isUnanswered(alert)
  return <Band key={alert.id} alert={alert} isFolded={isFolded || isOnlyWatched} />
}
