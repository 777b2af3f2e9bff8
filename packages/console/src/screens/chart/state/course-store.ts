import type { Course, CourseCompleted } from '@marinedata/model'
import { computed, signal, type ReadonlySignal, effect } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { ActionRequests } from '#boat/requests.ts'
import { placeIn, type Place } from '#boat/values.ts'
import type { WordKey } from '#words/screen-words.ts'

/** Requests that change the course, routes and waypoints. */
export type CourseRequests = ActionRequests<WordKey>

export const courseRequests = (boat: Pick<Boat, 'link' | 'session'>): CourseRequests =>
  new ActionRequests<WordKey>(boat, {
    scope: 'course.command',
    lost: 'shell.noLink',
    forbidden: 'chart.mayNot',
  })

const coursePath = 'vessels/self/navigation/course'
const values = 'navigation.courseGreatCircle'

/** The active leg, from point to point. */
export interface Leg {
  readonly start: Place | undefined
  readonly end: Place
}

/** The course of the server, and requests to change it. */
export class CourseStore implements Disposable {
  readonly #client: Boat['client']
  readonly #requests: CourseRequests
  readonly #course = signal<Course | undefined>(undefined)
  readonly #ending: () => void

  readonly course: ReadonlySignal<Course | undefined> = this.#course
  /** The active leg from the stream, no matter who set it. */
  readonly leg: ReadonlySignal<Leg | undefined>
  /** Changes with every leg. */
  readonly mark: ReadonlySignal<string>

  constructor({ client, link, values: boatValues }: Boat, requests: CourseRequests) {
    this.#client = client
    this.#requests = requests
    const next = boatValues.of(`${values}.nextPoint.position`)
    const previous = boatValues.of(`${values}.previousPoint.position`)
    this.leg = computed(() => {
      const end = placeIn(next.value)
      return end === undefined ? undefined : { start: placeIn(previous.value), end }
    })
    this.mark = computed(() => JSON.stringify([next.value?.value, previous.value?.value]))
    // Another station may have set the course: names are loaded again for each new leg.
    this.#ending = effect(() => {
      if (this.mark.value !== '' && !link.isLost.value) void this.#load()
    })
  }

  goTo(position: Place, name?: string): Promise<boolean> {
    const body = { position, ...(name !== undefined && { name }) }
    return this.#ask('PUT', '/destination', body)
  }

  sail(id: string): Promise<boolean> {
    return this.#ask('PUT', '/route', { id })
  }

  /** Starts the next leg, and only that one: another station may already have started it. */
  advance(): Promise<boolean> {
    const leg = this.#course.peek()?.route?.leg
    return this.#ask('POST', leg === undefined ? '/advance' : `/advance?leg=${leg + 1}`)
  }

  end(): Promise<boolean> {
    return this.#ask('DELETE')
  }

  [Symbol.dispose](): void {
    this.#ending()
  }

  async #ask(method: 'PUT' | 'POST' | 'DELETE', path = '', body?: unknown): Promise<boolean> {
    const done = await this.#requests.send(() =>
      this.#client.call<CourseCompleted>(method, `${coursePath}${path}`, body === undefined ? {} : { body }),
    )
    if (done !== undefined) this.#course.value = done.course
    return done !== undefined
  }

  async #load(): Promise<void> {
    try {
      this.#course.value = await this.#client.call<Course>('GET', coursePath)
    } catch {
      // Only names are missing; the leg itself comes from the stream.
    }
  }
}
