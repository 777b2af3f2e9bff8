import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Course, Route, RouteRequest } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { placeIn, type Place } from '#boat/reading.ts'
import { sentenceOf } from '#boat/refusals.ts'
import type { WordKey } from '#words/words.ts'

const routesPath = 'resources/routes'
const coursePath = 'vessels/self/navigation/course'
const values = 'navigation.courseGreatCircle'
const problemMs = 8_000

/** The stretch that is sailed now, from point to point. */
export interface Leg {
  readonly start: Place | undefined
  readonly end: Place
}

/** Where the boat is to go, and the routes that were drawn: what the server keeps of them, and what is asked of it. */
export class CourseBook implements Disposable {
  readonly #boat: Boat
  readonly #course = signal<Course | undefined>(undefined)
  readonly #routes = signal<readonly Route[]>([])
  readonly #problem = signal<string | undefined>(undefined)
  readonly #ending: () => void
  #problemEnds: ReturnType<typeof setTimeout> | undefined

  readonly course: ReadonlySignal<Course | undefined> = this.#course
  readonly routes: ReadonlySignal<readonly Route[]> = this.#routes
  /** Why the last wish was refused. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem
  /** As it is told on the stream, whoever has set it. */
  readonly leg: ReadonlySignal<Leg | undefined>
  /** Why nothing can be asked for here; undefined when it can. */
  readonly hindrance: ReadonlySignal<WordKey | undefined>

  constructor(boat: Boat) {
    this.#boat = boat
    const next = boat.values.of(`${values}.nextPoint.position`)
    const previous = boat.values.of(`${values}.previousPoint.position`)
    this.leg = computed(() => {
      const end = placeIn(next.value)
      return end === undefined ? undefined : { start: placeIn(previous.value), end }
    })
    this.hindrance = computed(() => {
      if (boat.link.isLost.value) return 'chart.noLink'
      return boat.session.me.value.scopes.includes('course.command') ? undefined : 'chart.mayNot'
    })
    // Another screen may have set it: whenever the stream tells of another leg, the names are asked for.
    const mark = computed(() => JSON.stringify([next.value?.value, previous.value?.value]))
    this.#ending = effect(() => {
      if (mark.value !== '' && !boat.link.isLost.value) void this.#load()
    })
  }

  goTo(position: Place, name?: string): Promise<boolean> {
    const body = { position, ...(name !== undefined && { name }) }
    return this.#ask(() => this.#boat.client.call('PUT', `${coursePath}/destination`, { body }))
  }

  sail(id: string): Promise<boolean> {
    return this.#ask(() => this.#boat.client.call('PUT', `${coursePath}/route`, { body: { id } }))
  }

  advance(): Promise<boolean> {
    return this.#ask(() => this.#boat.client.call('POST', `${coursePath}/advance`))
  }

  end(): Promise<boolean> {
    return this.#ask(() => this.#boat.client.call('DELETE', coursePath))
  }

  /** @param id of the route that is drawn anew; undefined for a new one */
  save(id: string | undefined, body: RouteRequest): Promise<boolean> {
    return this.#ask(() =>
      id === undefined
        ? this.#boat.client.call('POST', routesPath, { body })
        : this.#boat.client.call('PUT', ['resources', 'routes', id], { body }),
    )
  }

  remove(id: string): Promise<boolean> {
    return this.#ask(() => this.#boat.client.call('DELETE', ['resources', 'routes', id]))
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#problemEnds)
    this.#ending()
  }

  async #ask(command: () => Promise<unknown>): Promise<boolean> {
    if (this.hindrance.peek() !== undefined) return false
    try {
      await command()
      this.#complain(undefined)
      await this.#load()
      return true
    } catch (error) {
      this.#complain(sentenceOf(error))
      return false
    }
  }

  async #load(): Promise<void> {
    try {
      const { client } = this.#boat
      const [course, routes] = await Promise.all([
        client.call<Course>('GET', coursePath),
        client.call<Route[]>('GET', routesPath),
      ])
      this.#course.value = course
      this.#routes.value = routes
    } catch {
      // Names are a help; what is sailed is on the stream.
    }
  }

  #complain(message: string | undefined): void {
    clearTimeout(this.#problemEnds)
    this.#problem.value = message
    if (message !== undefined) this.#problemEnds = setTimeout(() => this.#complain(undefined), problemMs)
  }
}
