import { AisDecoder, type AisReport } from '@marinedata/ais'
import { dscCallPath, safetyTextPath, type Notification, type Position } from '@marinedata/model'
import { AlertRegistry, AlertService } from '@marinedata/core'
import { MemoryAlertStore } from '../../packages/core/src/alerts/memory-alert-store.ts'
import { Counters } from '../../packages/core/src/counters.ts'
import { ManualClock } from '../../packages/core/src/manual-clock.ts'
import { person } from '../../packages/core/testing/person.ts'
import { Casualties } from '../../plugins/distress/src/casualties/casualties.ts'
import { distressRoot } from '../../plugins/distress/src/casualties/casualty.ts'
import { publishedAlert, type AlertChange } from '../../plugins/distress/src/casualties/change.ts'
import type { Findings } from '../../plugins/distress/src/evidence/evidence.ts'
import { mmsiOf } from '../../plugins/distress/src/evidence/identity.ts'
import { readStation } from '../../plugins/distress/src/evidence/read-station.ts'

export const ownMmsi = '235099999'
const own: Position = { latitude: 50.333333, longitude: -4.166667 }
const source = 'distress'
const settings = { ownBeacons: [], emergencyWithin: 9_260, dscWithin: 46_300 }
const watchMs = 250
const sentence = /^!AI(?<type>VD[MO]),(?<list>.*)\*[0-9A-F]{2}$/

/** The chain from a sentence to the alert, with the real classes, on a clock that the trial moves. */
export class ScenarioBoat {
  readonly registry: AlertRegistry
  /** Every alert that was raised, by id. */
  readonly ids = new Set<string>()
  /** How often an alert started to sound. */
  sounds = 0
  readonly #clock = new ManualClock()
  readonly #casualties = new Casualties()
  readonly #service: AlertService
  readonly #decoderByPort = new Map<string, AisDecoder>()
  readonly #valueByPath = new Map<string, Notification>()
  #stamps = 0

  constructor() {
    this.registry = new AlertRegistry({
      store: new MemoryAlertStore(),
      clock: this.#clock,
      counters: new Counters(),
      newId: () => `alert-${this.ids.size + 1}`,
      onFault: () => undefined,
      publish: ({ path, value }) => this.#show(path, value),
    })
    this.#service = new AlertService({ registry: this.registry, clock: this.#clock, position: () => own })
  }

  get now(): number {
    return this.#clock.now()
  }

  at(path: string): Notification | undefined {
    return this.#valueByPath.get(path)
  }

  /** Receives a sentence at a port. */
  receiveLine(port: string, line: string): void {
    const { type = '', list = '' } = sentence.exec(line)?.groups ?? {}
    const decoder = this.#decoderByPort.get(port) ?? this.#decoderOf(port)
    for (const report of decoder.decode(type, list.split(','))) this.receive(report)
  }

  /** Receives the values of a decoder. */
  receive({ context, values }: AisReport): void {
    const mmsi = mmsiOf(context)
    if (mmsi === undefined) return
    const station = {
      mmsi,
      context,
      stamp: String(++this.#stamps),
      state: values['navigation.state'],
      position: values['navigation.position'],
      text: values[safetyTextPath],
      call: values[dscCallPath],
    }
    this.#apply(readStation(station, ownMmsi))
  }

  /** Advances the time, as the tasks of the server and the timer of the plugin do. */
  pass(ms: number): void {
    const end = this.now + ms
    while (this.now < end) {
      this.#clock.advance(Math.min(watchMs, end - this.now))
      this.registry.watch()
      if (this.now % 2_000 < watchMs) this.#raise(this.#casualties.tick(this.now))
    }
  }

  async acknowledgeAll(): Promise<void> {
    await this.#service.acknowledgeAll(person('Anna'))
  }

  #decoderOf(port: string): AisDecoder {
    const tally = { refused: 0, withheld: 0 }
    const decoder = new AisDecoder({ clock: { now: () => this.now }, ownMmsi, tally })
    this.#decoderByPort.set(port, decoder)
    return decoder
  }

  #apply({ evidence, answers }: Findings): void {
    const around = { ...settings, own }
    for (const one of evidence) this.#raise(this.#casualties.receive(one, around, this.now))
    for (const answer of answers) this.#raise(this.#casualties.answer(answer))
  }

  #raise(changes: readonly AlertChange[]): void {
    for (const { path, condition = { state: 'normal' as const, method: [], message: '' } } of changes)
      this.#show(path, this.registry.receive({ path, source, condition }))
  }

  #show(path: string, value: Notification): void {
    const before = this.#valueByPath.get(path)
    this.#valueByPath.set(path, value)
    if (value.id !== undefined) this.ids.add(value.id)
    if (value.method.includes('sound') && before?.method.includes('sound') !== true) this.sounds++
    this.#casualties.notePublished(path.slice(distressRoot.length + 1), publishedAlert(value))
  }
}
