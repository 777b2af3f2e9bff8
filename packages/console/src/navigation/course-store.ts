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
    return this.#ask(() => this.#client.call('PUT vessels/self/navigation/course/destination', { body }))
  }

  sail(id: string): Promise<boolean> {
    const body = { id }
    return this.#ask(() => this.#client.call('PUT vessels/self/navigation/course/route', { body }))
  }

  /** Starts the next leg, and only that one: another station may already have started it. */
  advance(): Promise<boolean> {
    const leg = this.#course.peek()?.route?.leg
    const query = leg === undefined ? {} : { leg: leg + 1 }
    return this.#ask(() => this.#client.call('POST vessels/self/navigation/course/advance', { query }))
  }

  end(): Promise<boolean> {
    return this.#ask(() => this.#client.call('DELETE vessels/self/navigation/course'))
  }

  [Symbol.dispose](): void {
    this.#ending()
  }

  async #ask(request: () => Promise<CourseCompleted>): Promise<boolean> {
    const done = await this.#requests.send(request)
    if (done !== undefined) this.#course.value = done.course
    return done !== undefined
  }

  async #load(): Promise<void> {
    try {
      this.#course.value = await this.#client.call('GET vessels/self/navigation/course')
    } catch {
      // Only names are missing; the leg itself comes from the stream.
    }
  }
}
