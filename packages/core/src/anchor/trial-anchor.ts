import { Counters } from '#counters.ts'
import { ManualClock } from '#manual-clock.ts'
import type { CommandRecord } from '#command-record.ts'
import {
  MarineDataError,
  type AnchorReport,
  type Outcome,
  type PathValue,
  type ProblemCode,
} from '@marinedata/model'
import { AnchorRegistry } from './anchor-registry.ts'
import type { KeptAnchor } from './anchor-saver.ts'
import { Windlass, type AnchorOrder } from './windlass.ts'

export const raised: AnchorReport = {
  state: 'raised',
  position: null,
  maxRadius: null,
  currentRadius: null,
  rodeLength: null,
  bearingTrue: null,
}

export const watching: AnchorReport = {
  state: 'watching',
  position: { latitude: 54.4, longitude: 10.1 },
  maxRadius: 40,
  currentRadius: 12,
  rodeLength: null,
  bearingTrue: 1,
}

export const setting: AnchorReport = { ...watching, state: 'setting' }

export const notificationPath = 'notifications.navigation.anchor'

export interface Sent {
  readonly command: AnchorOrder
  readonly signal: AbortSignal
  readonly answer: () => void
  readonly refuse: (error: unknown) => void
}

/** The anchor's part of a boat, with a provider that does what the test says. */
export class TrialAnchor {
  readonly clock = new ManualClock()
  readonly registry: AnchorRegistry
  readonly windlass: Windlass
  readonly published: (readonly [source: string, values: readonly PathValue[]])[] = []
  readonly saved: KeptAnchor[] = []
  readonly sent: Sent[] = []
  readonly records: CommandRecord<AnchorOrder>[] = []
  readonly faults: unknown[] = []
  isDiskFull = false
  /** A save waits for this. */
  disk: Promise<unknown> | undefined

  constructor(kept?: unknown) {
    this.registry = new AnchorRegistry({
      clock: this.clock,
      publish: (source, values) => void this.published.push([source, values]),
      store: {
        load: () => kept,
        save: async (anchor) => {
          await this.disk
          if (this.isDiskFull) throw new MarineDataError('storage-full', 'No room')
          this.saved.push(anchor)
        },
      },
      onFault: (error) => void this.faults.push(error),
    })
    this.windlass = new Windlass({
      clock: this.clock,
      counters: new Counters(),
      registry: this.registry,
      send: (_device, command, { signal }) =>
        new Promise((resolve, reject) => {
          this.sent.push({ command, signal, answer: () => resolve(undefined), refuse: reject })
        }),
      record: async (record) => void this.records.push(record),
      onFault: (error) => void this.faults.push(error),
    })
  }

  /** A boat with a provider that has said this. */
  static with(report: AnchorReport): TrialAnchor {
    const boat = new TrialAnchor()
    boat.register()
    boat.registry.report('bower', report)
    return boat
  }

  register(id = 'bower', provider = 'watch'): void {
    this.registry.register({ id, provider, details: {} })
  }

  ask(command: AnchorOrder, idempotencyKey?: string): ReturnType<Windlass['command']> {
    const asked = this.windlass.command(command, {
      who: 'Anna',
      from: '127.0.0.1',
      idempotencyKey,
    })
    // Looked at later.
    asked.catch(() => undefined)
    return asked
  }

  /** What was last told at a path, by a device or by any. */
  latest(path: string, source?: string): unknown {
    for (const [by, values] of this.published.toReversed())
      for (const each of values)
        if (each.path === path && (source === undefined || source === by)) return each.value
    return undefined
  }

  get level(): unknown {
    return (this.latest(notificationPath) as { state: string } | undefined)?.state
  }
}

/** Lets everything happen that does not need time. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

export const isProblem =
  (code: ProblemCode, outcome?: Outcome) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError &&
    error.code === code &&
    (outcome === undefined || error.details.outcome === outcome)
