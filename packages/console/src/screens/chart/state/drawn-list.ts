import { signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import type { CourseAsker } from './course-asker.ts'

/** Something that was drawn, by the id that the server gave it. */
export type Kept<Content> = Content & { readonly id: string }

/** What was done, and how it is taken back. */
export interface Deed {
  readonly what: 'made' | 'changed' | 'removed'
  readonly name: string
  readonly takeBack: () => Promise<unknown>
}

export interface DrawnListOptions {
  readonly client: Boat['client']
  readonly asker: CourseAsker
  /** As in the server's addresses, and as it calls one of them. */
  readonly names: readonly [all: string, one: string]
  readonly onDeed: (deed: Deed) => void
}

/** All of one kind that the crew has drawn, as the server keeps it. */
export class DrawnList<Content extends { readonly name: string }> {
  readonly #options: DrawnListOptions
  readonly #items = signal<readonly Kept<Content>[]>([])

  readonly items: ReadonlySignal<readonly Kept<Content>[]> = this.#items

  constructor(options: DrawnListOptions) {
    this.#options = options
  }

  async load(): Promise<void> {
    try {
      this.#items.value = await this.#options.client.call<Kept<Content>[]>('GET', this.#path())
    } catch {
      // What was there stays, and is asked for again.
    }
  }

  /** @returns what is kept now; undefined when it was refused */
  async make(content: Content): Promise<Kept<Content> | undefined> {
    const made = await this.#ask('POST', this.#path(), content)
    if (made !== undefined) this.#did('made', made, () => this.#ask('DELETE', this.#path(made.id)))
    return made
  }

  async change(before: Kept<Content>, content: Content): Promise<Kept<Content> | undefined> {
    const path = this.#path(before.id)
    const changed = await this.#ask('PUT', path, content)
    if (changed !== undefined) this.#did('changed', changed, () => this.#ask('PUT', path, bare(before)))
    return changed
  }

  async remove(item: Kept<Content>): Promise<boolean> {
    const gone = await this.#ask('DELETE', this.#path(item.id))
    if (gone !== undefined) this.#did('removed', item, () => this.#ask('POST', this.#path(), bare(item)))
    return gone !== undefined
  }

  #path(...id: string[]): string[] {
    return ['resources', this.#options.names[0], ...id]
  }

  async #ask(
    method: 'POST' | 'PUT' | 'DELETE',
    path: readonly string[],
    body?: unknown,
  ): Promise<Kept<Content> | undefined> {
    const { client, asker, names } = this.#options
    const done = await asker.ask(() =>
      client.call<Readonly<Record<string, Kept<Content>>>>(method, path, body === undefined ? {} : { body }),
    )
    if (done === undefined) return undefined
    await this.load()
    return done[names[1]]
  }

  #did(what: Deed['what'], { name }: Content, takeBack: Deed['takeBack']): void {
    this.#options.onDeed({ what, name, takeBack })
  }
}

/** As it is drawn: the server gives it an id. */
const bare = ({ id: _id, ...content }: { readonly id: string }): object => content
