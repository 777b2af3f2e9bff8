import { MarineDataError, type Note, type PointOfInterest } from '@marinedata/model'
import { computed, effect, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { Resource } from '#boat/requests.ts'
import type { Place } from '#boat/values.ts'

/** The kinds of resources that have a place, and whose shape the server checks. */
const kinds = ['pointsOfInterest', 'notes'] as const
type Kind = (typeof kinds)[number]

/** A place that a plugin provides. */
export interface ProvidedPlace {
  /** With its kind: two plugins may use the same id. */
  readonly providedId: string
  readonly kind: Kind
  readonly name: string
  readonly place: Place
  /** A name such as `anchorage`; undefined if the plugin does not name one. */
  readonly category: string | undefined
  readonly text: string | undefined
}

type Item = Note | PointOfInterest

const categoryOf = (item: Item): string | undefined =>
  'category' in item && typeof item.category === 'string' ? item.category : undefined

/** The places among the resources of a kind. A note without a position is about the boat as a whole. */
export const placesIn = (kind: Kind, items: readonly Item[]): ProvidedPlace[] =>
  items.flatMap((item) => {
    const { id, name, position, text } = item
    if (position === undefined) return []
    return [{ providedId: `${kind}/${id}`, kind, name, place: position, category: categoryOf(item), text }]
  })

/** The resources of a kind; empty when no plugin has provided this kind since the server started. */
const loadKind = async (client: Boat['client'], kind: Kind): Promise<readonly Item[]> => {
  try {
    // The server has checked that resources of this kind have its shape.
    return (await client.call('GET resources/{kind}', { params: { kind } })) as unknown as readonly Item[]
  } catch (error) {
    if (error instanceof MarineDataError && error.code === 'not-found') return []
    throw error
  }
}

/** Points of interest and notes that plugins provide. */
export class ProvidedPlaces implements Disposable {
  readonly #ends: readonly (() => void)[]

  readonly items: ReadonlySignal<readonly ProvidedPlace[]>
  /** The places on the chart: all, or an empty list. */
  readonly shown: ReadonlySignal<readonly ProvidedPlace[]>

  constructor(
    { client, link, values }: Pick<Boat, 'client' | 'link' | 'values'>,
    isShown: ReadonlySignal<boolean>,
  ) {
    const lists = kinds.map((kind) => {
      const list = new Resource(async () => placesIn(kind, await loadKind(client, kind)))
      const published = values.of(`resources.${kind}`)
      // A boat without such a plugin publishes no change and is not asked.
      const change = computed(() => JSON.stringify(published.value?.value))
      const end = effect(() => {
        if (change.value !== undefined && !link.isLost.value) void list.refresh()
      })
      return { list, end }
    })
    this.#ends = lists.map(({ end }) => end)
    this.items = computed(() => lists.flatMap(({ list }) => list.value.value ?? []))
    this.shown = computed(() => (isShown.value ? this.items.value : []))
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }
}
