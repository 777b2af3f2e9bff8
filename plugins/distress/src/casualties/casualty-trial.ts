import type { Condition, Position } from '@marinedata/model'
import type { Answer, Evidence, EvidenceKind } from '../evidence/evidence.ts'
import { contextOf } from '../evidence/identity.ts'
import { Casualties, type Surroundings } from './casualties.ts'
import { pathOf } from './casualty.ts'
import type { AlertChange } from './change.ts'

export const mob = '972009901'
export const sart = '970009902'
/** Half a mile from the boat. */
export const near: Position = { latitude: 50.338333, longitude: -4.158333 }
const own: Position = { latitude: 50.333333, longitude: -4.166667 }

type TriedEvidence = Omit<Evidence, 'stamp' | 'context'>

/** A message of a beacon. */
export const beacon = (kind: EvidenceKind, more: Partial<TriedEvidence> = {}): TriedEvidence => ({
  kind,
  mmsi: mob,
  position: undefined,
  ...more,
})

/** Casualties on a clock that the test moves, with the alerts that a server would show. */
export class CasualtyTrial {
  readonly conditions = new Map<string, Condition>()
  readonly casualties = new Casualties()
  own: Position | undefined = own
  now = Date.UTC(2026, 10, 19, 14)
  /** How often an alert started to sound: when raised, when worse, and at a new episode. */
  sounds = 0
  raised = 0
  #stamps = 0
  #ids = 0
  readonly #idByPath = new Map<string, string>()
  readonly #settings: Omit<Surroundings, 'own'>

  constructor(settings: Partial<Surroundings> = {}) {
    this.#settings = { ownBeacons: [], emergencyWithin: 9_260, dscWithin: 46_300, ...settings }
  }

  get episode(): number {
    return Math.floor(this.now / 1_000)
  }

  at(mmsi: string): Condition | undefined {
    return this.conditions.get(pathOf({ mmsi }))
  }

  hear(given: TriedEvidence): void {
    const evidence = { ...given, context: contextOf(given.mmsi), stamp: String(++this.#stamps) }
    this.#show(this.casualties.receive(evidence, { ...this.#settings, own: this.own }, this.now))
  }

  answer(answer: Answer): void {
    this.#show(this.casualties.answer(answer))
  }

  /** Moves the clock. */
  pass(ms: number, stepMs = 2_000): void {
    const end = this.now + ms
    while (this.now < end) {
      this.now = Math.min(end, this.now + stepMs)
      this.#show(this.casualties.tick(this.now))
    }
  }

  acknowledge(mmsi: string): void {
    this.#publish(mmsi, 'acknowledged')
  }

  /** Ends an alert, as a person does. */
  resolve(mmsi: string): void {
    this.#publish(mmsi, undefined)
    this.conditions.delete(pathOf({ mmsi }))
    this.#idByPath.delete(pathOf({ mmsi }))
  }

  /** A new process with the saved records. */
  restarted(): CasualtyTrial {
    const after = new CasualtyTrial(this.#settings)
    after.now = this.now
    after.own = this.own
    after.sounds = this.sounds
    after.#stamps = this.#stamps
    after.#ids = this.#ids
    for (const [path, condition] of this.conditions) after.conditions.set(path, condition)
    for (const [path, id] of this.#idByPath) after.#idByPath.set(path, id)
    for (const record of this.casualties.records)
      after.#show(after.casualties.restore(structuredClone(record), this.now))
    return after
  }

  #publish(mmsi: string, status: 'acknowledged' | undefined): void {
    const path = pathOf({ mmsi })
    const episode = this.conditions.get(path)?.episode
    this.casualties.notePublished(mmsi, { id: this.#idByPath.get(path), status, episode })
  }

  #show(changes: readonly AlertChange[]): void {
    for (const { path, condition } of changes) {
      if (condition === undefined) {
        this.conditions.delete(path)
        this.#idByPath.delete(path)
        continue
      }
      this.raised++
      const before = this.conditions.get(path)
      const isCall = before?.episode !== condition.episode
      if (isCall && condition.method.includes('sound')) this.sounds++
      this.conditions.set(path, condition)
      this.#noteRaised(path, condition)
    }
  }

  #noteRaised(path: string, { episode }: Condition): void {
    const id = this.#idByPath.get(path) ?? `alert-${++this.#ids}`
    this.#idByPath.set(path, id)
    const mmsi = path.split('.').at(-1) ?? ''
    const isAcknowledged = this.casualties.at(mmsi)?.isAcknowledged === true
    this.casualties.notePublished(mmsi, { id, status: isAcknowledged ? 'acknowledged' : 'active', episode })
  }
}
