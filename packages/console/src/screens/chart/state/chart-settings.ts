import { effect, signal, type Signal } from '@preact/signals'

/** Which direction is up. */
export const orientations = ['north', 'head', 'course'] as const
export type Orientation = (typeof orientations)[number]

/** Assumed angles to the true wind, upwind and downwind; whole degrees. */
export interface ChosenAngles {
  readonly beat: number
  readonly gybe: number
}

export interface Remembered {
  readonly orientation: Orientation
  /** Ids of hidden charts. */
  readonly hidden: readonly string[]
  readonly hasLaylines: boolean
  readonly angles: ChosenAngles
}

/** Limits of plausible sailing angles. */
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
    // For any JSON value, a missing member is undefined.
    return Object(JSON.parse(text ?? '{}')) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

const angleIn = (stored: unknown, way: keyof ChosenAngles): number => {
  const { least, usual, most } = angleLimits[way]
  const angle = (Object(stored) as Readonly<Record<string, unknown>>)[way]
  return Number.isInteger(angle) && Number(angle) >= least && Number(angle) <= most ? Number(angle) : usual
}

/** Parses the stored settings and ignores invalid ones. */
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

/** Chart settings of this device. */
export class ChartSettings implements RememberedSignals, Disposable {
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
      const stored: Remembered = {
        orientation: this.orientation.value,
        hidden: this.hidden.value,
        hasLaylines: this.hasLaylines.value,
        angles: this.angles.value,
      }
      storage.setItem(storageKey, JSON.stringify(stored))
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
