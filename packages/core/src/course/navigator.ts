import {
  checkOf,
  isCalm,
  MarineDataError,
  type Condition,
  type Course,
  type DestinationRequest,
  type PathMetadata,
  type PathValue,
  type Position,
  type Route,
  type Severity,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { OneAtATime } from '#one-at-a-time.ts'
import { arrived, calm, isGentle, waitsForTurn, wentOn } from './arrival.ts'
import { KeptCourse, type Aim, type CourseBy, type CourseDeed, type CourseStore } from './course-store.ts'
import { courseMetadata, courseValues, noCourseValues } from './course-values.ts'
import { distanceBetween } from './great-circle.ts'
import { Itinerary } from './itinerary.ts'
import { arrivalDistance, progressOn, type Progress } from './leg.ts'

export interface NavigatorPorts {
  readonly clock: Clock
  readonly store: CourseStore
  /** @throws MarineDataError `route-not-found` */
  readonly route: (id: string) => Route
  /** Where the boat is; null when no fix is fresh. */
  readonly position: () => Position | null
  /** Writes below the own vessel. */
  readonly publish: (values: readonly PathValue[], metadata: readonly PathMetadata[]) => void
  readonly tell: (condition: Condition) => void
  /** What stands of what was told, maybe by an earlier process. */
  readonly told: () => Severity | undefined
  /** What happened by itself could not be written down. */
  readonly onFault: (error: unknown) => void
}

const keptCheck = checkOf<KeptCourse>(KeptCourse)
/** So long the crew is told that the next leg has begun by itself. */
const wentOnMs = 30_000
const none: Course = { destination: null, route: null, start: null, isWaiting: false }

/**
 * Where the boat is to go, and how it stands to that. It tells, and steers nothing: no pilot is told of a destination, for
 * a pilot in route mode takes its own navigation data, from whatever it was set up with.
 */
export class Navigator {
  readonly #ports: NavigatorPorts
  readonly #changes = new OneAtATime()
  #kept: KeptCourse | null
  #wentOn: { readonly condition: Condition; readonly at: number } | undefined
  #toldText: string | undefined
  #isDescribed = false
  /** While the crew's change is being written. */
  #isSetting = false

  constructor(ports: NavigatorPorts) {
    this.#ports = ports
    const kept = ports.store.course()
    this.#kept = keptCheck.accepts(kept) && this.#canSail(kept) ? kept : null
  }

  get course(): Course {
    return this.#itinerary?.told ?? none
  }

  isSailing(id: string): boolean {
    return this.#kept?.aim.kind === 'route' && this.#kept.aim.id === id
  }

  /** @throws MarineDataError `input-stale` */
  goTo({ position, name }: DestinationRequest, by: CourseBy): Promise<Course> {
    return this.#changes.run(async () => {
      const aim: Aim = { kind: 'point', position, ...(name !== undefined && { name }) }
      const subject = name ?? `${position.latitude} ${position.longitude}`
      const kept = { aim, start: this.#fix(), reached: null }
      return await this.#set(kept, { deed: 'destination-set', subject, ...by })
    })
  }

  /**
   * Sails to the first point of the route, or from it when the boat is there.
   * @throws MarineDataError `route-not-found`, `input-stale`
   */
  follow(id: string, by: CourseBy): Promise<Course> {
    return this.#changes.run(async () => {
      const [first] = this.#ports.route(id).points
      const start = this.#fix()
      const isThere = first !== undefined && distanceBetween(start, first) <= arrivalDistance
      const aim: Aim = { kind: 'route', id, leg: isThere ? 1 : 0 }
      return await this.#set({ aim, start, reached: null }, { deed: 'route-followed', subject: id, ...by })
    })
  }

  /**
   * Goes on to the next leg, whether the point was reached or not.
   * @param leg the one that is meant: whoever decides the same on another screen has done it already
   * @throws MarineDataError `no-next-leg`
   */
  advance(by: CourseBy, leg?: number): Promise<Course> {
    return this.#changes.run(() => this.#advance(by, leg))
  }

  end(by: CourseBy): Promise<Course> {
    return this.#changes.run(async () => {
      if (this.#kept === null) return none
      await this.#set(null, { deed: 'course-ended', subject: 'course', ...by })
      this.#ports.publish(noCourseValues, [])
      return none
    })
  }

  async #advance(by: CourseBy, leg?: number): Promise<Course> {
    const itinerary = this.#itinerary
    if (leg !== undefined && this.course.route?.leg === leg) return this.course
    if (itinerary?.nextLeg === undefined)
      throw new MarineDataError('no-next-leg', 'No route is sailed, or this is its last leg')
    if (leg !== undefined && leg !== itinerary.index + 1)
      throw new MarineDataError('no-next-leg', `The next leg is ${itinerary.index + 1}, not ${leg}`)
    return await this.#set(itinerary.advanced(), {
      deed: 'leg-advanced',
      subject: itinerary.pointName,
      ...by,
    })
  }

  /** To be called every second: where the boat stands now, and what it has reached. */
  watch(): void {
    const position = this.#ports.position()
    if (position !== null) this.#noteArrival(position)
    this.#publish(position)
    this.#tell()
  }

  get #itinerary(): Itinerary | undefined {
    const kept = this.#kept
    if (kept === null) return undefined
    return new Itinerary(kept, kept.aim.kind === 'route' ? this.#ports.route(kept.aim.id) : undefined)
  }

  #canSail({ aim }: KeptCourse): boolean {
    if (aim.kind === 'point') return true
    try {
      return this.#ports.route(aim.id).points.length > 0
    } catch {
      return false
    }
  }

  #fix(): Position {
    const position = this.#ports.position()
    if (position === null)
      throw new MarineDataError('input-stale', 'There is no fresh position of the boat to begin from')
    return position
  }

  async #set(kept: KeptCourse | null, deed: Omit<CourseDeed, 'at'>): Promise<Course> {
    const { store, clock } = this.#ports
    this.#isSetting = true
    try {
      await store.write(kept, { ...deed, at: clock.timestamp() })
    } finally {
      this.#isSetting = false
    }
    this.#kept = kept
    this.#wentOn = undefined
    this.watch()
    return this.course
  }

  #noteArrival(position: Position): void {
    const itinerary = this.#itinerary
    // While the crew changes the course, nothing is written that belongs to the one before.
    if (itinerary === undefined || itinerary.reached !== null || this.#isSetting) return
    const { kept, leg, nextLeg, pointName } = itinerary
    const how = howReached(progressOn(leg, position))
    if (how === undefined) return
    const reached = { position: leg.end, how }
    if (nextLeg === undefined || !isGentle(leg, nextLeg)) return this.#happened({ ...kept, reached })
    this.#wentOn = { condition: wentOn(pointName, reached, nextLeg), at: this.#ports.clock.now() }
    this.#happened(itinerary.advanced())
  }

  /** The boat has moved whether that can be written down or not. */
  #happened(kept: KeptCourse): void {
    this.#kept = kept
    this.#ports.store.write(kept).catch(this.#ports.onFault)
  }

  #publish(position: Position | null): void {
    const itinerary = this.#itinerary
    if (itinerary === undefined) return
    const { leg, waiting } = itinerary
    const values = courseValues(leg, position === null ? null : progressOn(leg, position), waiting)
    this.#ports.publish(values, this.#isDescribed ? [] : courseMetadata)
    this.#isDescribed = true
  }

  get #condition(): Condition {
    const itinerary = this.#itinerary
    if (itinerary !== undefined && itinerary.reached !== null) {
      const { pointName, reached, leg, nextLeg } = itinerary
      return nextLeg === undefined
        ? arrived(pointName, reached)
        : waitsForTurn(pointName, reached, [leg, nextLeg])
    }
    const news = this.#wentOn
    return news !== undefined && this.#ports.clock.now() - news.at < wentOnMs ? news.condition : calm
  }

  #tell(): void {
    const condition = this.#condition
    const text = JSON.stringify(condition)
    if (text === this.#toldText) return
    this.#toldText = text
    const stands = this.#ports.told()
    // That all is well is told only when something else was.
    if (!isCalm(condition.state) || (stands !== undefined && !isCalm(stands))) this.#ports.tell(condition)
  }
}

const howReached = ({ distance, isAbeam }: Progress): 'within-reach' | 'abeam' | undefined => {
  if (distance <= arrivalDistance) return 'within-reach'
  return isAbeam ? 'abeam' : undefined
}
