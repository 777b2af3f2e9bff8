import { effect, signal, type Signal } from '@preact/signals'

/** Which way is up. */
export const orientations = ['north', 'head', 'course'] as const
export type Orientation = (typeof orientations)[number]

/** How near to the true wind the boat is taken to sail, and how deep before it; whole degrees. */
export interface ChosenAngles {
  readonly beat: number
  readonly gybe: number
}

export interface Remembered {
  readonly orientation: Orientation
  /** Ids of charts that are not to be shown. */
  readonly hidden: readonly string[]
  readonly hasLaylines: boolean
  readonly angles: ChosenAngles
}

/** Where no boat sails there is nothing to be drawn. */
export const angleLimits = {
  beat: { least: 25, usual: 45, most: 75 },
  gybe: { least: 110, usual: 150, most: 178 },
} as const satisfies Readonly<Record<keyof ChosenAngles, object>>

const storageKey = 'marinedata.chart'
const mostHidden = 100

const isOrientation = (value: unknown): value is Orientation =>
  (orientations as readonly unknown[]).includes(value)

const keptIn = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    // Whatever it is, a member that is not there is undefined.
    return Object(JSON.parse(text ?? '{}')) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

const angleIn = (kept: unknown, way: keyof ChosenAngles): number => {
  const { least, usual, most } = angleLimits[way]
  const angle = (Object(kept) as Readonly<Record<string, unknown>>)[way]
  return Number.isInteger(angle) && Number(angle) >= least && Number(angle) <= most ? Number(angle) : usual
}

/** What the browser kept, so far as it makes sense. */
export const rememberedIn = (text: string | null): Remembered => {
  const { orientation, hidden, hasLaylines, angles } = keptIn(text)
  const ids = Array.isArray(hidden) ? hidden.filter((id): id is string => typeof id === 'string') : []
  return {
    orientation: isOrientation(orientation) ? orientation : 'north',
    hidden: ids.slice(0, mostHidden),
    hasLaylines: hasLaylines !== false,
    angles: { beat: angleIn(angles, 'beat'), gybe: angleIn(angles, 'gybe') },
  }
}

type RememberedSignals = { readonly [Name in keyof Remembered]: Signal<Remembered[Name]> }

/** How someone likes the chart on this device. */
export class ChartMemory implements RememberedSignals, Disposable {
  readonly orientation: Signal<Orientation>
  readonly hidden: Signal<readonly string[]>
  readonly hasLaylines: Signal<boolean>
  readonly angles: Signal<ChosenAngles>
  readonly #ending: () => void

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    const { orientation, hidden, hasLaylines, angles } = rememberedIn(storage.getItem(storageKey))
    this.orientation = signal(orientation)
    this.hidden = signal(hidden)
    this.hasLaylines = signal(hasLaylines)
    this.angles = signal(angles)
    this.#ending = effect(() => {
      const kept: Remembered = {
        orientation: this.orientation.value,
        hidden: this.hidden.value,
        hasLaylines: this.hasLaylines.value,
        angles: this.angles.value,
      }
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
