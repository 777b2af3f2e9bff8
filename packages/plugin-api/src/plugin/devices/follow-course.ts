import {
  checkOf,
  CourseGuidance,
  courseGuidancePath,
  courseSource,
  type InvalidGuidance,
  type SentDelta,
} from '@marinedata/model'
import type { Boat } from '../boat.ts'

/** The server publishes guidance every second while there is a course. */
const maxAgeMs = 5_000
const outdated: InvalidGuidance = { status: 'invalid', reason: 'outdated' }

const guidanceCheck = checkOf<CourseGuidance>(CourseGuidance)

/** The guidance in a delta of the server; undefined when it has none. Anything unreadable counts as outdated. */
const guidanceIn = ({ updates }: SentDelta): CourseGuidance | undefined => {
  for (const { $source, values = [] } of updates) {
    const found =
      $source === courseSource ? values.find(({ path }) => path === courseGuidancePath) : undefined
    if (found !== undefined)
      return found.stale !== true && guidanceCheck.accepts(found.value) ? found.value : outdated
  }
  return undefined
}

/**
 * Follows the course that the crew has set. Calls back with every live guidance, about once a second, and once when it
 * becomes invalid: the course has ended, the position is lost, or the server has sent none for 5 s. Until the first call
 * there is no course. The manifest must declare `courseGuidancePath` in `reads`. Dispose of the result to stop.
 * @throws MarineDataError when the server refuses
 */
export const followCourse = async (
  boat: Pick<Boat, 'subscribe'>,
  onGuidance: (guidance: CourseGuidance) => void,
): Promise<AsyncDisposable> => {
  let timer: NodeJS.Timeout | undefined
  let status: string | undefined
  const pass = (guidance: CourseGuidance): void => {
    clearTimeout(timer)
    const isLive = guidance.status === 'live'
    const next = isLive ? 'live' : guidance.reason
    if (isLive) timer = setTimeout(() => pass(outdated), maxAgeMs).unref()
    if (!isLive && next === status) return
    status = next
    onGuidance(guidance)
  }
  const subscription = await boat.subscribe(
    { subscribe: [{ path: courseGuidancePath, sources: 'all' }] },
    (delta) => {
      const guidance = guidanceIn(delta)
      if (guidance !== undefined) pass(guidance)
    },
  )
  return {
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer)
      await subscription[Symbol.asyncDispose]()
    },
  }
}
