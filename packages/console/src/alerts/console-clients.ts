import type { ConsoleClientList, ConsoleClientRequest } from '@marinedata/model'
import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'

/** Delay of the first request: the first load has a budget. */
const firstMs = 3_000
const everyMs = 5_000
const idLength = 12

/** The state that this page reports about itself, besides its battery. */
type ConsoleClientState = Omit<ConsoleClientRequest, 'battery' | 'device'>

interface Battery {
  readonly level: number
}

/** Only some browsers have it. */
type BatteryNavigator = Navigator & { readonly getBattery?: () => Promise<Battery> }

/** `crypto.randomUUID` exists only on a secure connection; this works on any. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(idLength)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const deviceKey = 'console.device'

/** The id of this device, which all its pages share; the page's id where the browser stores nothing. */
const deviceIdOf = (page: string): string => {
  try {
    const known = localStorage.getItem(deviceKey) ?? page
    localStorage.setItem(deviceKey, known)
    return known
  } catch {
    return page
  }
}

const batteryNow = async (): Promise<number | null> => {
  const battery = await (navigator as BatteryNavigator).getBattery?.().catch(() => undefined)
  return battery?.level ?? null
}

/** Reports that this page is open, and receives the list of open consoles: where an alarm would sound. */
export class ConsoleClients implements Disposable {
  readonly id = newId()
  readonly device = deviceIdOf(this.id)
  readonly #boat: Pick<Boat, 'client' | 'link'>
  readonly #words: () => ConsoleClientState
  readonly #list = signal<ConsoleClientList | undefined>(undefined)
  readonly #ends: (() => void)[]
  #isAsking = false
  #isChanged = false

  /** All open consoles; undefined while unknown. */
  readonly list: ReadonlySignal<ConsoleClientList | undefined> = this.#list

  /** @param words read for each request; a change is sent immediately */
  constructor(boat: Pick<Boat, 'client' | 'link'>, words: () => ConsoleClientState) {
    this.#boat = boat
    this.#words = words
    const first = setTimeout(() => this.#begin(), firstMs)
    this.#ends = [() => clearTimeout(first)]
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  #begin(): void {
    const timer = setInterval(() => void this.#send(), everyMs)
    const sending = effect(() => {
      // Read here so that the effect runs again on a change.
      this.#words()
      void this.#send()
    })
    this.#ends.push(() => clearInterval(timer), sending)
  }

  /** Sends one request at a time. A change during a request is sent right after it. */
  async #send(): Promise<void> {
    this.#isChanged = true
    if (this.#isAsking || document.visibilityState !== 'visible') return
    this.#isAsking = true
    while (this.#isChanged) {
      this.#isChanged = false
      this.#list.value = await this.#ask()
    }
    this.#isAsking = false
  }

  async #ask(): Promise<ConsoleClientList | undefined> {
    if (this.#boat.link.isLost.peek()) return undefined
    const body = { ...this.#words(), device: this.device, battery: await batteryNow() }
    // Without a response the list is unknown, and is shown as unknown.
    return this.#boat.client
      .call('PUT stations/{id}', { params: { id: this.id }, body })
      .catch(() => undefined)
  }
}

interface ClientNameHints {
  /** From the address: `?station=Cockpit`. */
  readonly fromQuery: string | null
  /** From the settings; empty if not set. */
  readonly chosen: string
  /** The signed-in user; null in the open demo. */
  readonly person: string | null
  /** The shorter and the longer side of the screen. */
  readonly short: number
  readonly long: number
  readonly isTouch: boolean
}

const longest = 64

const deviceOf = ({ short, long, isTouch }: ClientNameHints): string => {
  if (short < 600) return 'Phone'
  return isTouch && long < 1_200 ? 'Tablet' : 'Plotter'
}

/** Name of this station, shown as the holder of the helm: the given name, or the best guess. */
export const clientName = (hints: ClientNameHints): string => {
  const given = hints.fromQuery?.trim() || hints.chosen.trim()
  if (given !== '') return given.slice(0, longest)
  const device = deviceOf(hints)
  return (hints.person === null ? device : `${hints.person}, ${device}`).slice(0, longest)
}

/** The place of a station, without the name of its user. */
export const clientPlace = (station: string, person: string | null): string =>
  person !== null && station.startsWith(`${person}, `) ? station.slice(person.length + 2) : station
