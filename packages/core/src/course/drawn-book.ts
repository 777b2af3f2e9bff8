import { MarineDataError } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { OneAtATime } from '#one-at-a-time.ts'
import type { CourseBy, CourseDeed, DrawnKind, DrawnStore, Kept } from './course-store.ts'

export interface DrawnBookOptions<Content> {
  readonly kind: DrawnKind
  /** More find no room. */
  readonly most: number
  readonly store: DrawnStore<Kept<Content>>
  readonly clock: Clock
  readonly newId: () => string
  /** Whether the boat sails this now. */
  readonly isSailed?: (id: string) => boolean
}

/** What the crew has drawn, of one kind: routes, or waypoints. */
export class DrawnBook<Content extends { readonly name: string }> {
  readonly #options: DrawnBookOptions<Content>
  readonly #itemById: Map<string, Kept<Content>>
  readonly #changes = new OneAtATime()
  #revision = 0

  constructor(options: DrawnBookOptions<Content>) {
    this.#options = options
    this.#itemById = new Map(options.store.all().map((item) => [item.id, item]))
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision
  }

  list(): Kept<Content>[] {
    return [...this.#itemById.values()]
  }

  /** @throws MarineDataError `route-not-found`, `waypoint-not-found` */
  find(id: string): Kept<Content> {
    const { kind } = this.#options
    const item = this.#itemById.get(id)
    if (item === undefined) throw new MarineDataError(`${kind}-not-found`, `There is no ${kind} "${id}"`)
    return item
  }

  /** @throws MarineDataError `storage-full` */
  make(content: Content, by: CourseBy): Promise<Kept<Content>> {
    const { kind, most, newId } = this.#options
    return this.#changes.run(async () => {
      if (this.#itemById.size >= most)
        throw new MarineDataError('storage-full', `There are ${most} ${kind}s already: remove one first`)
      return await this.#put({ id: newId(), ...content }, this.#deed('made', by))
    })
  }

  /** Whoever draws the route anew that is sailed changes where the boat is to go. */
  change(id: string, content: Content, by: CourseBy): Promise<Kept<Content>> {
    return this.#changes.run(async () => {
      this.find(id)
      return await this.#put({ id, ...content }, this.#deed('changed', by))
    })
  }

  /** @throws MarineDataError `route-in-use`: where the boat goes to does not vanish beneath it */
  remove(id: string, by: CourseBy): Promise<Kept<Content>> {
    const { store, isSailed } = this.#options
    return this.#changes.run(async () => {
      const item = this.find(id)
      if (isSailed?.(id) === true)
        throw new MarineDataError('route-in-use', `"${item.name}" is being sailed: end the course first`)
      await store.remove(id, { ...this.#deed('removed', by), subject: id })
      this.#itemById.delete(id)
      this.#revision++
      return item
    })
  }

  async #put(item: Kept<Content>, deed: Omit<CourseDeed, 'subject'>): Promise<Kept<Content>> {
    await this.#options.store.put(item, { ...deed, subject: item.id })
    this.#itemById.set(item.id, item)
    this.#revision++
    return item
  }

  #deed(what: 'made' | 'changed' | 'removed', by: CourseBy): Omit<CourseDeed, 'subject'> {
    const { kind, clock } = this.#options
    return { deed: `${kind}-${what}`, ...by, at: clock.timestamp() }
  }
}
