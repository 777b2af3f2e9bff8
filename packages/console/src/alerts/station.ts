import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { StationList, StationRequest } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'

/** The first load has a budget of requests, and this is none of it. */
const firstMs = 3_000
const everyMs = 5_000
const idLength = 12

/** What this page says of itself, besides its battery. */
export type StationWords = Omit<StationRequest, 'battery'>

interface Battery {
  readonly level: number
}

/** Only some browsers tell it. */
type BatteryNavigator = Navigator & { readonly getBattery?: () => Promise<Battery> }

/** `crypto.randomUUID` is only there on a safe line; this is there on any. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(idLength)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const batteryNow = async (): Promise<number | null> => {
  const battery = await (navigator as BatteryNavigator).getBattery?.().catch(() => undefined)
  return battery?.level ?? null
}

/** Says that this page is open, and hears who else is: where an alarm would wake someone. */
export class Stations implements Disposable {
  readonly id = newId()
  readonly #boat: Pick<Boat, 'client' | 'link'>
  readonly #words: () => StationWords
  readonly #list = signal<StationList | undefined>(undefined)
  readonly #ends: (() => void)[]
  #isAsking = false
  #isUntold = false

  /** All pages that are open; undefined while it is not known. */
  readonly list: ReadonlySignal<StationList | undefined> = this.#list

  /** @param words read anew each time; a change of it is told at once */
  constructor(boat: Pick<Boat, 'client' | 'link'>, words: () => StationWords) {
    this.#boat = boat
    this.#words = words
    const first = setTimeout(() => this.#begin(), firstMs)
    this.#ends = [() => clearTimeout(first)]
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  #begin(): void {
    const timer = setInterval(() => void this.#tell(), everyMs)
    const telling = effect(() => {
      // Read here, so that a change is told at once.
      this.#words()
      void this.#tell()
    })
    this.#ends.push(() => clearInterval(timer), telling)
  }

  /** One request at a time; what changed meanwhile is told right after it. */
  async #tell(): Promise<void> {
    this.#isUntold = true
    if (this.#isAsking || document.visibilityState !== 'visible') return
    this.#isAsking = true
    while (this.#isUntold) {
      this.#isUntold = false
      this.#list.value = await this.#ask()
    }
    this.#isAsking = false
  }

  async #ask(): Promise<StationList | undefined> {
    if (this.#boat.link.isLost.peek()) return undefined
    const body = { ...this.#words(), battery: await batteryNow() }
    // Who is there is not known when nobody answers, and that is what is shown.
    return this.#boat.client.call<StationList>('PUT', ['stations', this.id], { body }).catch(() => undefined)
  }
}
