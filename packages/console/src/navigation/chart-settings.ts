import type { Chart, ReadableChart, UnreadableChart } from '@marinedata/model'
import { effect, signal, type Signal, computed, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { Resource } from '#boat/requests.ts'
import type { Place } from '#boat/values.ts'
import { ChartFiles } from './chart-files.ts'
import { planSpeedLimits } from './route-plan.ts'

/** Which direction is up. */
const orientations = ['north', 'head', 'course'] as const
export type Orientation = (typeof orientations)[number]

/** Assumed angles to the true wind, upwind and downwind; whole degrees. */
export interface ChosenAngles {
  readonly beat: number
  readonly gybe: number
}

interface StoredSettings {
  readonly orientation: Orientation
  /** Ids of hidden charts. */
  readonly hidden: readonly string[]
  readonly hasLaylines: boolean
  readonly hasRings: boolean
  /** Whether places of plugins are shown. */
  readonly hasPlaces: boolean
  /** Whether AIS targets at rest are hidden, and whether the others have a trail. */
  readonly hidesResting: boolean
  readonly hasTrails: boolean
  readonly angles: ChosenAngles
  /** Speed for planning routes, in metres per second. */
  readonly planSpeed: number
}

/** Limits of plausible sailing angles. */
export const angleLimits = {
  beat: { least: 25, usual: 45, most: 75 },
  gybe: { least: 110, usual: 150, most: 178 },
} as const satisfies Readonly<Record<keyof ChosenAngles, object>>

const planSpeedIn = (stored: unknown): number => {
  const { least, usual, most } = planSpeedLimits
  const isPlausible = typeof stored === 'number' && stored >= least * 0.99 && stored <= most * 1.01
  return isPlausible ? stored : usual
}

const storageKey = 'marinedata.chart'
const mostHidden = 100

const isOrientation = (value: unknown): value is Orientation =>
  (orientations as readonly unknown[]).includes(value)

const parseObject = (text: string | null): Readonly<Record<string, unknown>> => {
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
export const parseSettings = (text: string | null): StoredSettings => {
  const { orientation, hidden, angles, planSpeed, ...flags } = parseObject(text)
  const ids = Array.isArray(hidden) ? hidden.filter((id): id is string => typeof id === 'string') : []
  return {
    orientation: isOrientation(orientation) ? orientation : 'north',
    hidden: ids.slice(0, mostHidden),
    hasLaylines: flags['hasLaylines'] !== false,
    hasRings: flags['hasRings'] !== false,
    hasPlaces: flags['hasPlaces'] !== false,
    hidesResting: flags['hidesResting'] === true,
    hasTrails: flags['hasTrails'] !== false,
    angles: { beat: angleIn(angles, 'beat'), gybe: angleIn(angles, 'gybe') },
    planSpeed: planSpeedIn(planSpeed),
  }
}

/** The sailing angles that the user has set on this device. */
export const chosenAnglesIn = (storage: Pick<Storage, 'getItem'>): ChosenAngles =>
  parseSettings(storage.getItem(storageKey)).angles

type SettingSignals = { readonly [Name in keyof StoredSettings]: Signal<StoredSettings[Name]> }

/** Chart settings of this device. */
export class ChartSettings implements SettingSignals, Disposable {
  readonly orientation: Signal<Orientation>
  readonly hidden: Signal<readonly string[]>
  readonly hasLaylines: Signal<boolean>
  readonly hasRings: Signal<boolean>
  readonly hasPlaces: Signal<boolean>
  readonly hidesResting: Signal<boolean>
  readonly hasTrails: Signal<boolean>
  readonly angles: Signal<ChosenAngles>
  readonly planSpeed: Signal<number>
  readonly #ending: () => void

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    const stored = parseSettings(storage.getItem(storageKey))
    this.orientation = signal(stored.orientation)
    this.hidden = signal(stored.hidden)
    this.hasLaylines = signal(stored.hasLaylines)
    this.hasRings = signal(stored.hasRings)
    this.hasPlaces = signal(stored.hasPlaces)
    this.hidesResting = signal(stored.hidesResting)
    this.hasTrails = signal(stored.hasTrails)
    this.angles = signal(stored.angles)
    this.planSpeed = signal(stored.planSpeed)
    this.#ending = effect(() => {
      const present: StoredSettings = {
        orientation: this.orientation.value,
        hidden: this.hidden.value,
        hasLaylines: this.hasLaylines.value,
        hasRings: this.hasRings.value,
        hasPlaces: this.hasPlaces.value,
        hidesResting: this.hidesResting.value,
        hasTrails: this.hasTrails.value,
        angles: this.angles.value,
        planSpeed: this.planSpeed.value,
      }
      storage.setItem(storageKey, JSON.stringify(present))
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

/** Whether a chart file can be drawn. */
export const isReadable = (chart: ReadableChart | UnreadableChart): chart is ReadableChart => 'kind' in chart

/** Whether a chart covers a place at this zoom or a coarser one. */
export const covers = ({ bounds, minzoom }: ReadableChart, place: Place, zoom: number): boolean => {
  const [west, south, east, north] = bounds
  if (zoom < minzoom || place.latitude < south || place.latitude > north) return false
  // Across the date line the east limit is less than the west limit.
  return west <= east
    ? place.longitude >= west && place.longitude <= east
    : place.longitude >= west || place.longitude <= east
}

/** The charts on the server, and the visible ones. */
export class ChartStore implements Disposable {
  readonly files: ChartFiles
  readonly #settings: ChartSettings
  readonly #list: Resource<readonly Chart[]>

  /** Empty until loaded: then the coastline is shown, stamped as outline only. */
  readonly charts: ReadonlySignal<readonly Chart[]>
  /** Coarse charts first, so that detailed ones are drawn on top. */
  readonly shown: ReadonlySignal<readonly ReadableChart[]>
  /** Raster charts are drawn above vector charts: they have their maker's style. */
  readonly pictures: ReadonlySignal<readonly ReadableChart[]>
  readonly vectors: ReadonlySignal<readonly ReadableChart[]>
  /** Charts of the coastline alone, which replace the built-in one. */
  readonly coasts: ReadonlySignal<readonly ReadableChart[]>

  constructor({ client }: Boat, settings: ChartSettings, productWord: string) {
    this.#settings = settings
    this.files = new ChartFiles(client, productWord, () => void this.load())
    this.#list = new Resource(() => client.call('GET charts'))
    this.charts = computed(() => this.#list.value.value ?? [])
    this.shown = computed(() =>
      this.charts.value
        .filter(isReadable)
        .filter(({ id }) => !settings.hidden.value.includes(id))
        .toSorted((one, other) => one.maxzoom - other.maxzoom),
    )
    this.pictures = computed(() => this.shown.value.filter(({ kind }) => kind === 'raster'))
    const vectors = computed(() => this.shown.value.filter(({ kind }) => kind === 'vector'))
    this.vectors = computed(() => vectors.value.filter(({ content }) => content !== 'coast'))
    this.coasts = computed(() => vectors.value.filter(({ content }) => content === 'coast'))
  }

  /** Loaded when the chart opens and when the list opens: a file may have been added. */
  load(): Promise<void> {
    return this.#list.refresh()
  }

  toggle(id: string): void {
    const { hidden } = this.#settings
    hidden.value = hidden.value.includes(id)
      ? hidden.value.filter((other) => other !== id)
      : [...hidden.value, id]
  }

  [Symbol.dispose](): void {
    this.files[Symbol.dispose]()
  }
}
