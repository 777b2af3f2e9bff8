import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Course, CourseCompleted } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { placeIn, type Place } from '#boat/reading.ts'
import type { CourseAsker } from './course-asker.ts'

const coursePath = 'vessels/self/navigation/course'
const values = 'navigation.courseGreatCircle'

/** The stretch that is sailed now, from point to point. */
export interface Leg {
  readonly start: Place | undefined
  readonly end: Place
}

/** Where the boat is to go: what the server keeps of it, and what is asked of it. */
export class CourseBook implements Disposable {
  readonly #client: Boat['client']
  readonly #asker: CourseAsker
  readonly #course = signal<Course | undefined>(undefined)
  readonly #ending: () => void

  readonly course: ReadonlySignal<Course | undefined> = this.#course
  /** As it is told on the stream, whoever has set it. */
  readonly leg: ReadonlySignal<Leg | undefined>
  /** Another text for every other leg. */
  readonly mark: ReadonlySignal<string>

  constructor({ client, link, values: boatValues }: Boat, asker: CourseAsker) {
    this.#client = client
    this.#asker = asker
    const next = boatValues.of(`${values}.nextPoint.position`)
    const previous = boatValues.of(`${values}.previousPoint.position`)
    this.leg = computed(() => {
      const end = placeIn(next.value)
      return end === undefined ? undefined : { start: placeIn(previous.value), end }
    })
    this.mark = computed(() => JSON.stringify([next.value?.value, previous.value?.value]))
    // Another screen may have set it: whenever the stream tells of another leg, the names are asked for.
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

  /** Begins the next leg, and only that one: another screen may have begun it. */
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
    const done = await this.#asker.ask(() =>
      this.#client.call<CourseCompleted>(method, `${coursePath}${path}`, body === undefined ? {} : { body }),
    )
    if (done !== undefined) this.#course.value = done.course
    return done !== undefined
  }

  async #load(): Promise<void> {
    try {
      this.#course.value = await this.#client.call<Course>('GET', coursePath)
    } catch {
      // Names are a help; what is sailed is on the stream.
    }
  }
}
