import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Preferences } from '#boat/preferences.ts'
import { placeIn, type Reading } from '#boat/values.ts'
import { paletteBySun, paletteInQuery, type Palette } from './palettes.ts'

interface ThemeOptions {
  readonly preferences: Preferences
  readonly query: URLSearchParams
  readonly position: ReadonlySignal<Reading | undefined>
  readonly root: HTMLElement
}

const sunEveryMs = 60_000

/** Applies the palette (the chosen one, or by the height of the sun) and the brightness. */
export class Theme implements Disposable {
  readonly palette: ReadonlySignal<Palette>
  readonly isAutomatic: ReadonlySignal<boolean>
  readonly brightness: Signal<number>

  readonly #choice: Signal<'auto' | Palette>
  readonly #fromQuery: Signal<Palette | undefined>
  readonly #date = signal(new Date())
  readonly #ending: () => void

  constructor({ preferences, query, position, root }: ThemeOptions) {
    this.#choice = preferences.of('palette')
    this.#fromQuery = signal(paletteInQuery(query))
    this.brightness = preferences.of('brightness')
    this.isAutomatic = computed(() => this.#fromQuery.value === undefined && this.#choice.value === 'auto')
    const bySun = computed(() => paletteBySun(placeIn(position.value), this.#date.value))
    this.palette = computed(() => {
      if (this.#fromQuery.value !== undefined) return this.#fromQuery.value
      return this.#choice.value === 'auto' ? bySun.value : this.#choice.value
    })
    const showing = effect(() => {
      root.dataset['palette'] = this.palette.value
    })
    const checking = setInterval(() => {
      this.#date.value = new Date()
    }, sunEveryMs)
    this.#ending = () => {
      showing()
      clearInterval(checking)
    }
  }

  choose(choice: 'auto' | Palette): void {
    this.#fromQuery.value = undefined
    this.#choice.value = choice
  }

  /** Emergency brightness: everything becomes readable immediately. */
  fullBright(): void {
    this.choose('bright')
    this.brightness.value = 100
  }

  [Symbol.dispose](): void {
    this.#ending()
  }
}
