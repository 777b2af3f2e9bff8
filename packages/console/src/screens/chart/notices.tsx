import { dashes } from '#units/quantities.ts'
import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { useBoat } from '#boat/boat.ts'
import { hrefOf } from '#page/router.ts'
import { usePilot } from '#pilot/pilot.ts'
import { isReachable } from '#pilot/pilots.ts'
import { ageText } from '#words/durations.ts'
import { t } from '#words/screen-words.ts'
import { momentText, timeOfDay } from '#words/words.ts'
import { useFigures } from './figures.ts'
import { placeText } from '@marinedata/console-map/earth'
import { useChartModel } from './state/chart-model.ts'
import { liveNumber } from '#navigation/own-ship.ts'
import { minutesToEnd } from '#navigation/route-plan.ts'
import { minutesText, minutesToGo } from './state/time-to-go.ts'

const root = 'navigation.courseGreatCircle.nextPoint'

/** A fresh number of the course, otherwise undefined. */
const useCourseNumber = (name: string): number | undefined => {
  const boat = useBoat()
  return useComputed(() => liveNumber(boat, `${root}.${name}`, boat.now.value)).value
}

const useDestination = (): string => {
  const { courses } = useChartModel()
  const course = courses.course.value
  if (course?.route) return t('chart.leg', { name: course.route.name, number: course.route.leg + 1 })
  const end = courses.leg.value?.end
  return course?.destination?.name ?? (end === undefined ? dashes : placeText(end))
}

/** The time of arrival at the last point of the course: on this leg at the speed made good, then at the plan speed. */
const useArrival = (minutes: number | undefined): string => {
  const { courses, routeStore, settings } = useChartModel()
  const route = courses.course.value?.route ?? undefined
  const points = routeStore.routes.items.value.find(({ id }) => id === route?.id)?.points
  // The legs of a route that is not loaded yet are unknown.
  if (route !== undefined && points === undefined) return dashes
  const later = route === undefined ? [] : (points?.slice(route.leg) ?? [])
  const whole = minutesToEnd(minutes, later, settings.planSpeed.value)
  const now = Date.now()
  return whole === undefined ? dashes : momentText(now + whole * 60_000, now)
}

const Figures = (): JSX.Element => {
  const { own } = useChartModel().surroundings
  const figures = useFigures()
  const bearing = useCourseNumber('bearingTrue')
  const distance = useCourseNumber('distance')
  const { speed, course } = own.value ?? { speed: undefined, course: undefined }
  const minutes = minutesToGo({ distance, bearing, speed, course })
  const arrival = useArrival(minutes)
  return (
    <span class="chart-course-figures">
      <output data-testid="course-bearing">{figures('bearing', bearing)}</output>
      {' · '}
      <output data-testid="course-distance">{figures('distance', distance)}</output>
      {' · '}
      <output data-testid="course-time">{minutesText(minutes)}</output>
      {' · '}
      <span title={t('chart.etaCourse')}>
        {t('chart.eta')} <output data-testid="course-eta">{arrival}</output>
      </span>
    </span>
  )
}

/** The angle of the laylines, marked if it is assumed. */
const LaylineWords = (): JSX.Element | null => {
  const found = useChartModel().laylines.value
  if (found === undefined) return null
  const { degrees, isAssumed } = found
  return (
    <span class="chart-course-note" data-testid="layline-angle">
      {t(isAssumed ? 'chart.laylinesAssumed' : 'chart.laylinesAt', { degrees })}
    </span>
  )
}

/** The autopilot, if it has a route mode, and whether it follows the course now. */
const useFollower = (): { readonly id: string; readonly isFollowing: boolean } | undefined => {
  const { pilots, routeMode } = usePilot()
  const report = pilots.chosen.value
  if (!isReachable(report) || routeMode.value === undefined) return undefined
  return { id: report.id, isFollowing: report.isEngaged && report.mode === routeMode.value }
}

const FollowerWords = (): JSX.Element | null => {
  const follower = useFollower()
  if (follower?.isFollowing !== true) return null
  return (
    <span class="chart-course-note" data-testid="course-followed">
      {t('chart.routeFollows', { pilot: follower.id })}
    </span>
  )
}

/** Leads to ROUTE at the helm: a course alone turns nothing. */
const ToRoute = (): JSX.Element | null => {
  const follower = useFollower()
  if (follower === undefined || follower.isFollowing) return null
  return (
    <a
      class="button"
      href={hrefOf('helm')}
      data-testid="course-to-route"
      title={t('chart.routeReady', { pilot: follower.id })}
    >
      {t('chart.toRoute')}
    </a>
  )
}

/** Destination, bearing, distance and time to go, with a button to end the course. */
const CourseBar = (): JSX.Element | null => {
  const { requests, courses } = useChartModel()
  const destination = useDestination()
  const isBlocked = requests.disabledReason.value !== undefined
  if (courses.leg.value === undefined) return null
  const course = courses.course.value
  return (
    <div class="chart-notice chart-course" data-testid="course-bar">
      <span class="grow">
        <span class="chart-course-name">
          {course?.isWaiting === true ? t('chart.legWaits') : t('chart.courseTo', { name: destination })}
        </span>
        <Figures />
        <LaylineWords />
        <FollowerWords />
      </span>
      <ToRoute />
      {(course?.route ?? undefined) !== undefined && (
        <button
          type="button"
          class="button"
          data-testid="course-advance"
          disabled={isBlocked}
          onClick={() => void courses.advance()}
        >
          {t('chart.advance')}
        </button>
      )}
      <button
        type="button"
        class="button"
        data-testid="course-end"
        disabled={isBlocked}
        onClick={() => void courses.end()}
      >
        {t('chart.endCourse')}
      </button>
    </div>
  )
}

/** Time of the last fix. */
const FixNotice = (): JSX.Element | null => {
  const { own } = useChartModel().surroundings
  const text = useComputed(() => {
    const boat = own.value
    if (boat === undefined) return t('chart.noPosition')
    if (!boat.isOld) return undefined
    const time = timeOfDay(Date.now() - boat.age, 'second')
    return t('chart.lastFix', { time, age: ageText(boat.age) })
  }).value
  if (text === undefined) return null
  return (
    <p
      class="chart-notice chart-warning"
      role="status"
      data-testid={own.value === undefined ? 'no-position' : 'last-fix'}
    >
      {text}
    </p>
  )
}

/** Why a request was refused, in the server's words. */
const Problem = (): JSX.Element | null => {
  const { requests } = useChartModel()
  const { link } = useBoat()
  const problem = requests.problem.value
  if (problem === undefined || link.isLost.value) return null
  return (
    <p class="chart-notice chart-warning" role="alert" data-testid="chart-problem">
      {problem}
    </p>
  )
}

/** Undoes the last change. */
const Undo = (): JSX.Element | null => {
  const { requests, routeStore } = useChartModel()
  const lastChange = routeStore.lastChange.value
  if (lastChange === undefined) return null
  return (
    <div class="chart-notice chart-change" role="status" data-testid="change-notice">
      <span class="grow">{t(`chart.did.${lastChange.what}`, { name: lastChange.name })}</span>
      <button
        type="button"
        class="button"
        data-testid="change-undo"
        disabled={requests.disabledReason.value !== undefined}
        onClick={() => void routeStore.undo()}
      >
        {t('chart.undo')}
      </button>
      <button
        type="button"
        class="button plain"
        aria-label={t('sheet.close')}
        data-testid="change-close"
        onClick={() => routeStore.keepChange()}
      >
        ×
      </button>
    </div>
  )
}

/** The most important messages above the chart. */
export const Notices = (): JSX.Element => (
  <div class="chart-notices">
    <FixNotice />
    <Problem />
    <CourseBar />
    <Undo />
  </div>
)
