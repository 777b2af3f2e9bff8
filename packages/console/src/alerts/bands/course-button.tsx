import { distanceBetween } from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat, useSubscription } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { courseRequests, CourseStore } from '#navigation/course-store.ts'
import { t } from '#words/screen-words.ts'

/** Metres: a casualty that is farther from the goal has drifted away from it. */
const driftedMetres = 50

/** Whether the course leads to the casualty: not at all, to where it is, or to where it was. */
type Goal = 'none' | 'there' | 'left'

const goalOf = (place: Place, name: string, { leg, course }: CourseStore): Goal => {
  const end = leg.value?.end
  if (end === undefined) return 'none'
  const metres = distanceBetween(place, end)
  if (metres < 0.1) return 'there'
  if (course.value?.destination?.name !== name) return 'none'
  return metres <= driftedMetres ? 'there' : 'left'
}

const words = { none: 'band.courseTo', there: 'band.courseSet', left: 'band.courseUpdate' } as const

interface CourseButtonProps {
  readonly place: Place
  /** The same on every console, so that each of them recognises the goal. */
  readonly name: string
}

/**
 * Sets the course to a casualty, and says when it is set. The goal stays where the casualty was when the button was
 * pressed: a pilot may follow it. If the casualty drifts away, the button offers to set it again.
 */
export const CourseButton = ({ place, name }: CourseButtonProps): JSX.Element => {
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
  const goal = goalOf(place, name, courses)
  return (
    <>
      <button
        type="button"
        class="button"
        data-testid="mob-course"
        data-set={goal === 'there'}
        disabled={goal === 'there' || disabledReason !== undefined}
        title={disabledReason && t(disabledReason)}
        onClick={() => void courses.goTo(place, name)}
      >
        {t(words[goal])}
      </button>
      {problem !== undefined && (
        <p class="alerts-note" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
