import { computed, signal, type ReadonlySignal } from '@preact/signals'
import {
  changed,
  freePageId,
  isSize,
  layoutLimits,
  moved,
  newTile,
  removed,
  type InstrumentPage,
  type Tile,
  type TileKind,
} from '../layout.ts'

/** The pages while they are edited. Nothing is saved before the user says so. */
export class PageDraft {
  readonly #pages
  readonly #pageId
  readonly #chosenAt = signal<number | undefined>(undefined)

  readonly pages: ReadonlySignal<readonly InstrumentPage[]>
  readonly page: ReadonlySignal<InstrumentPage>
  /** The place of the chosen tile. */
  readonly chosenAt: ReadonlySignal<number | undefined> = this.#chosenAt
  readonly chosen: ReadonlySignal<Tile | undefined>

  /** @param pages at least one */
  constructor(pages: readonly InstrumentPage[], shown: InstrumentPage) {
    this.#pages = signal(pages)
    this.#pageId = signal(shown.id)
    this.pages = this.#pages
    this.page = computed(
      () => this.#pages.value.find(({ id }) => id === this.#pageId.value) ?? this.#pages.value[0] ?? shown,
    )
    this.chosen = computed(() => {
      const at = this.#chosenAt.value
      return at === undefined ? undefined : this.page.value.tiles[at]
    })
  }

  get isPageFull(): boolean {
    return this.page.value.tiles.length >= layoutLimits.tiles
  }

  get hasAllPages(): boolean {
    return this.#pages.value.length >= layoutLimits.pages
  }

  show(id: string): void {
    this.#pageId.value = id
    this.#chosenAt.value = undefined
  }

  choose(at: number | undefined): void {
    this.#chosenAt.value = at
  }

  rename(name: string): void {
    if (name.length <= layoutLimits.nameLength) this.#replace({ ...this.page.peek(), name })
  }

  addTile(kind: TileKind, path: string): void {
    const { tiles } = this.page.peek()
    if (this.isPageFull) return
    this.#setTiles([...tiles, newTile(kind, path)])
    this.#chosenAt.value = tiles.length
  }

  /** Moves a tile, and keeps it chosen. */
  move(from: number, to: number): void {
    const { tiles } = this.page.peek()
    const next = moved(tiles, from, to)
    if (next === tiles) return
    this.#setTiles(next)
    this.#chosenAt.value = to
  }

  /** Changes the chosen tile. */
  change(change: Partial<Tile>): void {
    const at = this.#chosenAt.peek()
    if (at !== undefined) this.#setTiles(changed(this.page.peek().tiles, at, change))
  }

  /** Whether the chosen tile can grow or shrink by this. */
  canResize(width: number, height: number): boolean {
    const tile = this.chosen.value
    return tile !== undefined && isSize({ width: tile.width + width, height: tile.height + height })
  }

  resize(width: number, height: number): void {
    const tile = this.chosen.peek()
    if (tile !== undefined) this.change({ width: tile.width + width, height: tile.height + height })
  }

  removeTile(): void {
    const at = this.#chosenAt.peek()
    if (at === undefined) return
    this.#chosenAt.value = undefined
    this.#setTiles(removed(this.page.peek().tiles, at))
  }

  /** Adds a page of a preset, or an empty one. */
  addPage(preset?: InstrumentPage): void {
    if (this.hasAllPages) return
    const pages = this.#pages.peek()
    const page = preset ?? { id: freePageId(pages), name: '', tiles: [] }
    this.#pages.value = [...pages, page]
    this.show(page.id)
  }

  /** Removes the shown page. The last page stays. */
  removePage(): void {
    const pages = this.#pages.peek()
    if (pages.length < 2) return
    const at = pages.indexOf(this.page.peek())
    const rest = pages.toSpliced(at, 1)
    this.#pages.value = rest
    this.show((rest[at] ?? rest.at(-1))?.id ?? '')
  }

  #setTiles(tiles: readonly Tile[]): void {
    this.#replace({ ...this.page.peek(), tiles })
  }

  #replace(page: InstrumentPage): void {
    this.#pages.value = this.#pages.peek().map((each) => (each.id === page.id ? page : each))
  }
}
