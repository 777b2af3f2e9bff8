import type { Evidence } from '../evidence/evidence.ts'
import type { DistressSettings } from '../settings.ts'

export const listenMs = 60_000
/** A test is one burst of eight messages, which takes 14 s. */
const burstMs = 16_000

export interface BeaconTestReport {
  readonly state: 'listening' | 'heard' | 'not-heard'
  readonly messages: number
  readonly message: string
}

/** Listens for the test of a beacon of the crew, for at most a minute. */
export class BeaconTest {
  readonly #beacons: DistressSettings['ownBeacons']
  readonly #startedAt: number
  #heard: { readonly mmsi: string; readonly firstAt: number; messages: number } | undefined

  constructor(beacons: DistressSettings['ownBeacons'], now: number) {
    this.#beacons = beacons
    this.#startedAt = now
  }

  /** Counts a test message. Returns whether it is of a beacon of the crew. */
  receive({ mmsi, kind }: Evidence, now: number): boolean {
    if (kind !== 'test' || !this.#beacons.some((beacon) => beacon.mmsi === mmsi)) return false
    this.#heard ??= { mmsi, firstAt: now, messages: 0 }
    if (this.#heard.mmsi === mmsi) this.#heard.messages++
    return true
  }

  isOver(now: number): boolean {
    return now >= this.#endsAt
  }

  report(now: number): BeaconTestReport {
    const messages = this.#heard?.messages ?? 0
    if (!this.isOver(now)) {
      const seconds = Math.ceil((this.#endsAt - now) / 1_000)
      return { state: 'listening', messages, message: `Listening for ${seconds} s more` }
    }
    if (this.#heard === undefined)
      return { state: 'not-heard', messages, message: 'No test of a listed beacon was heard within 60 s' }
    const name = this.#beacons.find(({ mmsi }) => mmsi === this.#heard?.mmsi)?.name ?? ''
    const count = messages === 1 ? '1 message' : `${messages} messages`
    return { state: 'heard', messages, message: `MOB beacon ${this.#heard.mmsi} (${name}): heard, ${count}` }
  }

  get #endsAt(): number {
    const latest = this.#startedAt + listenMs
    return this.#heard === undefined ? latest : Math.min(latest, this.#heard.firstAt + burstMs)
  }
}
