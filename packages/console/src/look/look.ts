import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Preferences } from '#boat/preferences.ts'
import { placeIn, type Reading } from '#boat/reading.ts'
import { nextPalette, paletteBySun, paletteInQuery, type Palette } from './palettes.ts'

export interface LookOptions {
  readonly preferences: Preferences
  readonly query: URLSearchParams
  readonly position: ReadonlySignal<Reading | undefined>
  readonly root: HTMLElement
}

const sunEveryMs = 60_000

/** Applies the palette (the chosen one, or by the height of the sun) and the brightness. */
export class Look implements Disposable {
  readonly palette: ReadonlySignal<Palette>
  readonly isAutomatic: ReadonlySignal<boolean>
  readonly brightness: Signal<number>

  readonly #choice: Signal<'auto' | Palette>
  readonly #asked: Signal<Palette | undefined>
  readonly #date = signal(new Date())
  readonly #ending: () => void

  constructor({ preferences, query, position, root }: LookOptions) {
    this.#choice = preferences.of('palette')
    this.#asked = signal(paletteInQuery(query))
    this.brightness = preferences.of('brightness')
    this.isAutomatic = computed(() => this.#asked.value === undefined && this.#choice.value === 'auto')
    const bySun = computed(() => paletteBySun(placeIn(position.value), this.#date.value))
    this.palette = computed(() => {
      if (this.#asked.value !== undefined) return this.#asked.value
      return this.#choice.value === 'auto' ? bySun.value : this.#choice.value
    })
    const showing = effect(() => {
      root.dataset['palette'] = this.palette.value
    })
    const looking = setInterval(() => {
      this.#date.value = new Date()
    }, sunEveryMs)
    this.#ending = () => {
      showing()
      clearInterval(looking)
    }
  }

  choose(choice: 'auto' | Palette): void {
    this.#asked.value = undefined
    this.#choice.value = choice
  }

  next(): void {
    this.choose(nextPalette(this.palette.value))
  }

  /** Emergency brightness: everything becomes readable at once. */
  fullBright(): void {
    this.choose('bright')
    this.brightness.value = 100
  }

  [Symbol.dispose](): void {
    this.#ending()
  }
}
