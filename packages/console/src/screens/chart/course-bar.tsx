import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { useBoat } from '#boat/boat-context.ts'
import { ageOf, numberIn } from '#boat/reading.ts'
import { t } from '#words/words.ts'
import { dashes, useFigures } from './figures.ts'
import { placeText } from './geo/earth.ts'
import { timeText } from './traffic/target.ts'
import { useTable } from './table-context.ts'

const root = 'navigation.courseGreatCircle.nextPoint'

/** A live number of the course; undefined when it is not. */
const useCourseNumber = (name: string): number | undefined => {
  const boat = useBoat()
  const reading = boat.values.of(`${root}.${name}`)
  return useComputed(() =>
    ageOf(reading.value, boat.now.value, boat.link.isLost.value) === 'fresh'
      ? numberIn(reading.value)
      : undefined,
  ).value
}

const useDestination = (): string => {
  const { courses } = useTable()
  const course = courses.course.value
  if (course?.route) return t('chart.leg', { name: course.route.name, number: course.route.leg + 1 })
  const end = courses.leg.value?.end
  return course?.destination?.name ?? (end === undefined ? dashes : placeText(end))
}

/** Slower than this it takes for ever. */
const underWay = 0.25

const Figures = (): JSX.Element => {
  const { own } = useTable()
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

/** Where the boat is to go, which way, how far, and how that ends. */
export const CourseBar = (): JSX.Element | null => {
  const { courses } = useTable()
  const destination = useDestination()
  const isHindered = courses.hindrance.value !== undefined
  if (courses.leg.value === undefined) return null
  const course = courses.course.value
  return (
    <div class="chart-notice chart-course" data-testid="course-bar">
      <span class="grow">
        <span class="chart-course-name">
          {course?.isWaiting === true ? t('chart.legWaits') : t('chart.courseTo', { name: destination })}
        </span>
        <Figures />
      </span>
      {(course?.route ?? undefined) !== undefined && (
        <button
          type="button"
          class="button"
          data-testid="course-advance"
          disabled={isHindered}
          onClick={() => void courses.advance()}
        >
          {t('chart.advance')}
        </button>
      )}
      <button
        type="button"
        class="button"
        data-testid="course-end"
        disabled={isHindered}
        onClick={() => void courses.end()}
      >
        {t('chart.endCourse')}
      </button>
    </div>
  )
}
