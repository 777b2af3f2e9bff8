import {
  distanceBetween,
  checkOf,
  MarineDataError,
  noCourseGuidance,
  type Actor,
  type Condition,
  type Course,
  type CourseGuidance,
  type CourseQuestion,
  type DestinationRequest,
  type PathMetadata,
  type PathValue,
  type Position,
  type Route,
  type Severity,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { OneAtATime } from '#one-at-a-time.ts'
import {
  arrivedCondition,
  normalCondition,
  isSmallTurn,
  waitingForTurnCondition,
  autoAdvancedCondition,
} from './arrival.ts'
import { ConditionNotice } from './condition-notice.ts'
import type { CourseComputation } from './course-computation.ts'
import { StoredCourse, type Aim, type CourseEvent, type CourseStore } from './course-store.ts'
import { courseMetadata, courseValues, noCourseValues, notProvidedValues } from './course-values.ts'
import { PlannedCourse } from './planned-course.ts'
import { arrivalDistance, progressOn, progressWith, type Progress, type ProvidedNumbers } from './leg.ts'

export interface CourseServiceOptions {
  readonly clock: Clock
  readonly store: CourseStore
  /** @throws MarineDataError `route-not-found` */
  readonly route: (id: string) => Route
  /** Position of the boat; null when there is no fresh fix. */
  readonly position: () => Position | null
  /** Speed, course and variation, as far as they are fresh. */
  readonly motion: () => Omit<CourseQuestion, 'position' | 'origin' | 'waypoint'>
  /** Asks the plugin that the owner has chosen to compute the course. */
  readonly computation: Pick<CourseComputation, 'ask' | 'rest'>
  /** Writes values and metadata of own ship. */
  readonly publish: (values: readonly PathValue[], metadata: readonly PathMetadata[]) => void
  readonly notify: (condition: Condition) => void
  /** Severity of the arrival alert now, possibly raised by an earlier process. */
  readonly activeSeverity: () => Severity | undefined
  /** Called when an automatic change of the course could not be saved. */
  readonly onFault: (error: unknown) => void
}

const storedCourseCheck = checkOf<StoredCourse>(StoredCourse)
/** How long the alert says that the next leg was started automatically. */
const autoAdvanceNoticeMs = 30_000
const none: Course = { destination: null, route: null, start: null, isWaiting: false }

/**
 * Holds the course and publishes the boat's progress on it, with the guidance that autopilots in route mode follow. The
 * service commands no autopilot.
 */
export class CourseService {
  readonly #options: CourseServiceOptions
  readonly #changes = new OneAtATime()
  #stored: StoredCourse | null
  #autoAdvance: { readonly condition: Condition; readonly at: number } | undefined
  readonly #notice: ConditionNotice
  #isDescribed = false
  /** Whether the last published numbers came from a provider. */
  #isProvided = false
  /** Counts the publications. An answer that arrives after a later one is not published. */
  #publications = 0
  #guidance: CourseGuidance = noCourseGuidance
  /** True while a change made by the crew is being saved. */
  #isSaving = false

  constructor(options: CourseServiceOptions) {
    this.#options = options
    this.#notice = new ConditionNotice(options)
    const stored = options.store.course()
    this.#stored = storedCourseCheck.accepts(stored) && this.#isUsable(stored) ? stored : null
  }

  get course(): Course {
    return this.#plannedCourse?.course ?? none
  }

  /** As last published. */
  get guidance(): CourseGuidance {
    return this.#guidance
  }

  isSailing(id: string): boolean {
    return this.#stored?.aim.kind === 'route' && this.#stored.aim.id === id
  }

  /** @throws MarineDataError `input-stale` */
  goTo({ position, name }: DestinationRequest, by: Actor): Promise<Course> {
    return this.#changes.run(async () => {
      const aim: Aim = { kind: 'point', position, ...(name !== undefined && { name }) }
      const subject = name ?? `${position.latitude} ${position.longitude}`
      const stored = { aim, start: this.#requirePosition(), reached: null }
      return await this.#set(stored, { operation: 'destination-set', subject, actor: by })
    })
  }

  /**
   * Starts a route at its first point, or at its first leg when the boat is already at that point.
   * @throws MarineDataError `route-not-found`, `input-stale`
   */
  follow(id: string, by: Actor): Promise<Course> {
    return this.#changes.run(async () => {
      const [first] = this.#options.route(id).points
      const start = this.#requirePosition()
      const isThere = first !== undefined && distanceBetween(start, first) <= arrivalDistance
      const aim: Aim = { kind: 'route', id, leg: isThere ? 1 : 0 }
      return await this.#set(
        { aim, start, reached: null },
        { operation: 'route-followed', subject: id, actor: by },
      )
    })
  }

  /**
   * Starts the next leg, whether the point was reached or not.
   * @param leg the leg to start. If it is already active, because another client started it, nothing happens.
   * @throws MarineDataError `no-next-leg`
   */
  advance(by: Actor, leg?: number): Promise<Course> {
    return this.#changes.run(() => this.#advance(by, leg))
  }

  end(by: Actor): Promise<Course> {
    return this.#changes.run(async () => {
      if (this.#stored === null) return none
      await this.#set(null, { operation: 'course-ended', subject: 'course', actor: by })
      this.#options.publish(noCourseValues, [])
      return none
    })
  }

  async #advance(by: Actor, leg?: number): Promise<Course> {
    const planned = this.#plannedCourse
    if (leg !== undefined && this.course.route?.leg === leg) return this.course
    if (planned?.nextLeg === undefined)
      throw new MarineDataError('no-next-leg', 'No route is active, or this is its last leg')
    if (leg !== undefined && leg !== planned.index + 1)
      throw new MarineDataError('no-next-leg', `The next leg is ${planned.index + 1}, not ${leg}`)
    return await this.#set(planned.advanced(), {
      operation: 'leg-advanced',
      subject: planned.pointName,
      actor: by,
    })
  }

  /**
   * Checks arrival and publishes progress: the numbers of the chosen provider when they arrive, or the server's own.
   * Call it every second.
   */
  watch(): void {
    const position = this.#arrive()
    if (position === null || !this.#ask(position)) this.#publish(position)
    this.#notice.set(this.#condition)
  }

  /** Checks arrival, and returns the position. */
  #arrive(): Position | null {
    const position = this.#options.position()
    if (position !== null) this.#checkArrival(position)
    return position
  }

  /** Asks the chosen provider; false when the server must publish its own numbers now. */
  #ask(position: Position): boolean {
    const { computation, motion } = this.#options
    const planned = this.#plannedCourse
    const place = planned?.question(position)
    if (place === undefined) return false
    const publications = this.#publications
    return computation.ask({ ...place, ...motion() }, (provided) => {
      // A change of the course, or the next second, has published newer numbers.
      if (publications !== this.#publications) return
      if (provided !== undefined && this.#plannedCourse?.isAsked(place) === true)
        this.#publish(position, provided)
      else this.#publish(this.#options.position())
    })
  }

  get #plannedCourse(): PlannedCourse | undefined {
    const stored = this.#stored
    if (stored === null) return undefined
    return new PlannedCourse(
      stored,
      stored.aim.kind === 'route' ? this.#options.route(stored.aim.id) : undefined,
    )
  }

  #isUsable({ aim }: StoredCourse): boolean {
    if (aim.kind === 'point') return true
    try {
      return this.#options.route(aim.id).points.length > 0
    } catch {
      return false
    }
  }

  #requirePosition(): Position {
    const position = this.#options.position()
    if (position === null)
      throw new MarineDataError('input-stale', 'There is no fresh position of the boat. Check the GPS input')
    return position
  }

  async #set(stored: StoredCourse | null, event: Omit<CourseEvent, 'at'>): Promise<Course> {
    const { store, clock } = this.#options
    this.#isSaving = true
    try {
      await store.write(stored, { ...event, at: clock.timestamp() })
    } finally {
      this.#isSaving = false
    }
    this.#stored = stored
    this.#autoAdvance = undefined
    // The server's own numbers: a new course must not wait for a provider.
    this.#publish(this.#arrive())
    this.#notice.set(this.#condition)
    return this.course
  }

  #checkArrival(position: Position): void {
    const planned = this.#plannedCourse
    // While a change by the crew is being saved, arrival at a point of the old course is not recorded.
    if (planned === undefined || planned.reached !== null || this.#isSaving) return
    const { stored, leg, nextLeg, pointName } = planned
    const how = howReached(progressOn(leg, position))
    if (how === undefined) return
    const reached = { position: leg.end, how }
    if (nextLeg === undefined || !isSmallTurn(leg, nextLeg))
      return this.#applyAutomatically({ ...stored, reached })
    this.#autoAdvance = {
      condition: autoAdvancedCondition(pointName, reached, nextLeg),
      at: this.#options.clock.now(),
    }
    this.#applyAutomatically(planned.advanced())
  }

  /** The new state applies even if saving it fails: the boat has moved anyway. */
  #applyAutomatically(stored: StoredCourse): void {
    this.#stored = stored
    this.#options.store.write(stored).catch(this.#options.onFault)
  }

  #publish(position: Position | null, provided?: ProvidedNumbers): void {
    this.#publications++
    const ended = this.#isProvided && provided === undefined ? notProvidedValues : []
    this.#isProvided = provided !== undefined
    const planned = this.#plannedCourse
    if (planned === undefined) {
      this.#guidance = noCourseGuidance
      this.#options.computation.rest()
      if (ended.length > 0) this.#options.publish(ended, [])
      return
    }
    const { leg, waiting } = planned
    const own = position === null ? null : progressOn(leg, position)
    const progress = own === null || provided === undefined ? own : progressWith(own, provided)
    this.#guidance = planned.guidance(progress)
    const values = courseValues(leg, progress, { nextLeg: waiting, guidance: this.#guidance })
    this.#options.publish([...values, ...ended], this.#isDescribed ? [] : courseMetadata)
    this.#isDescribed = true
  }

  get #condition(): Condition {
    const planned = this.#plannedCourse
    if (planned !== undefined && planned.reached !== null) {
      const { pointName, reached, leg, nextLeg } = planned
      return nextLeg === undefined
        ? arrivedCondition(pointName, reached)
        : waitingForTurnCondition(pointName, reached, [leg, nextLeg])
    }
    const notice = this.#autoAdvance
    return notice !== undefined && this.#options.clock.now() - notice.at < autoAdvanceNoticeMs
      ? notice.condition
      : normalCondition
  }
}

const howReached = ({ distance, isAbeam }: Progress): 'within-reach' | 'abeam' | undefined => {
  if (distance <= arrivalDistance) return 'within-reach'
  return isAbeam ? 'abeam' : undefined
}
