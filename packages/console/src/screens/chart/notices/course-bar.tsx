import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { useBoat } from '#boat/boat-context.ts'
import { t } from '#words/screen-words.ts'
import { useFigures } from '#screens/chart/figures.ts'
import { placeText } from '#screens/chart/geo/earth.ts'
import { liveNumber } from '#screens/chart/state/live-number.ts'
import { timeText } from '#screens/chart/traffic/target.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'
import { dashes } from '#units/quantities.ts'

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

/** Below this speed no arrival time is shown. */
const underWay = 0.25

const Figures = (): JSX.Element => {
  const { own } = useChartModel().surroundings
  const figures = useFigures()
  const bearing = useCourseNumber('bearingTrue')
  const distance = useCourseNumber('distance')
  const speed = own.value?.speed ?? 0
  const isUnderWay = distance !== undefined && speed > underWay
  return (
    <span class="chart-course-figures">
      <output data-testid="course-bearing">{figures('bearing', bearing)}</output>
      {' · '}
      <output data-testid="course-distance">{figures('distance', distance)}</output>
      {isUnderWay && ` · ${timeText(distance / speed)}`}
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

/** Destination, bearing, distance and time to go, with a button to end the course. */
export const CourseBar = (): JSX.Element | null => {
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
      </span>
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
