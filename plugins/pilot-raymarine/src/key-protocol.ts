import { radians } from '@marinedata/model'
import type {
  AutopilotCommand,
  AutopilotReport,
  HeardBusMessage,
  PilotPort,
  PilotProtocol,
} from '@marinedata/plugin-api'
import { KeyPilot } from './key-pilot.ts'
import { converterKeyCommand, keyCommand, readDatagram, type Key } from './seatalk1.ts'
import { readAlarm, readLocked, readMode, topics, type Topic, type WireMode } from './wire.ts'

/** How a key is sent: to a pilot on SeaTalkNG, or to a converter with a pilot on SeaTalk 1. */
const forms = {
  keys: { command: keyCommand, priority: 7 },
  converter: { command: converterKeyCommand, priority: 3 },
} as const
export type KeyDialect = keyof typeof forms

/** A pilot on NMEA 2000 that obeys keys only. */
export class KeyProtocol implements PilotProtocol<Topic> {
  readonly #dialect: KeyDialect
  readonly #pilot: KeyPilot
  readonly #port: PilotPort<Topic>
  #mode: WireMode | 'other' | undefined
  #locked: number | undefined

  constructor(port: PilotPort<Topic>, dialect: KeyDialect) {
    this.#dialect = dialect
    this.#port = port
    this.#pilot = new KeyPilot({
      press: (key, urgent) => this.#press(key, urgent),
      alarm: (alarm) => port.alarm(alarm),
    })
  }

  get report(): AutopilotReport | undefined {
    return this.#pilot.report
  }

  forget(): void {
    this.#mode = undefined
    this.#locked = undefined
    this.#pilot.forget()
  }

  hear({ topic, payload }: HeardBusMessage<Topic>): void {
    if (this.#dialect === 'converter') {
      const status = topic === topics.key ? readDatagram(payload) : undefined
      if (status !== undefined) this.#pilot.take(status)
    } else this.#hearStatus(topic, payload)
  }

  async carryOut(command: AutopilotCommand, signal: AbortSignal): Promise<void> {
    await this.#pilot.carryOut(command, signal)
  }

  /** A pilot on SeaTalkNG sends its mode and its target in separate messages, the target before the mode. */
  #hearStatus(topic: Topic, payload: Uint8Array): void {
    if (topic === topics.alarm) return this.#takeAlarm(payload)
    if (topic === topics.locked) this.#locked = readLocked(payload)
    if (topic === topics.mode) this.#takeMode(readMode(payload) ?? 'other')
    const mode = this.#mode
    // In standby there is no target, and only the mode confirms standby.
    if (mode === undefined || (mode === 'standby' && topic !== topics.mode)) return undefined
    const held = this.#locked === undefined ? undefined : radians(this.#locked)
    return this.#pilot.take({ mode: mode === 'no drift' ? 'track' : mode, held })
  }

  #takeMode(mode: WireMode | 'other'): void {
    if (mode !== 'auto' && this.#mode === 'auto') this.#locked = undefined
    this.#mode = mode
  }

  #takeAlarm(payload: Uint8Array): void {
    const alarm = readAlarm(payload)
    if (alarm !== undefined) this.#port.alarm(alarm)
  }

  async #press(key: Key, urgent: boolean): Promise<void> {
    const { command, priority } = forms[this.#dialect]
    await this.#port.send({ topic: topics.key, priority, payload: command(key), urgent })
  }
}
