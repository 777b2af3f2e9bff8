import { effect, signal, type Signal } from '@preact/signals'

/** Which way is up. */
export const orientations = ['north', 'head', 'course'] as const
export type Orientation = (typeof orientations)[number]

export interface Remembered {
  readonly orientation: Orientation
  /** Ids of charts that are not to be shown. */
  readonly hidden: readonly string[]
}

const storageKey = 'marinedata.chart'
const mostHidden = 100

const isOrientation = (value: unknown): value is Orientation =>
  (orientations as readonly unknown[]).includes(value)

/** What the browser kept, so far as it makes sense. */
export const rememberedIn = (text: string | null): Remembered => {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '{}')
  } catch {
    kept = {}
  }
  const { orientation, hidden } = Object(kept) as {
    readonly orientation?: unknown
    readonly hidden?: unknown
  }
  const ids = Array.isArray(hidden) ? hidden.filter((id): id is string => typeof id === 'string') : []
  return { orientation: isOrientation(orientation) ? orientation : 'north', hidden: ids.slice(0, mostHidden) }
}

/** How someone likes the chart on this device. */
export class ChartMemory implements Disposable {
  readonly orientation: Signal<Orientation>
  readonly hidden: Signal<readonly string[]>
  readonly #ending: () => void

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    const { orientation, hidden } = rememberedIn(storage.getItem(storageKey))
    this.orientation = signal(orientation)
    this.hidden = signal(hidden)
    this.#ending = effect(() => {
      const kept: Remembered = { orientation: this.orientation.value, hidden: this.hidden.value }
      storage.setItem(storageKey, JSON.stringify(kept))
    })
  }

  turn(): void {
    const at = orientations.indexOf(this.orientation.peek())
    this.orientation.value = orientations[(at + 1) % orientations.length] ?? 'north'
  }

  [Symbol.dispose](): void {
    this.#ending()
  }
}
