import { Counters } from '#counters.ts'
import { ManualClock } from '#manual-clock.ts'
import type { CommandRecord } from '#devices/command-run.ts'
import {
  MarineDataError,
  type AnchorReport,
  type Outcome,
  type PathValue,
  type ProblemCode,
} from '@marinedata/model'
import { AnchorRegistry } from '../src/anchor/anchor-registry.ts'
import type { StoredAnchor } from '../src/anchor/anchor-device.ts'
import { AnchorCommands, type AnyAnchorCommand } from '../src/anchor/anchor-commands.ts'
import { person } from './person.ts'

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
  readonly command: AnyAnchorCommand
  readonly signal: AbortSignal
  readonly answer: () => void
  readonly refuse: (error: unknown) => void
}

/** Anchor registry and commands with a provider that the test controls. */
export class AnchorFixture {
  readonly clock = new ManualClock()
  readonly registry: AnchorRegistry
  readonly anchorCommands: AnchorCommands
  readonly published: (readonly [source: string, values: readonly PathValue[]])[] = []
  readonly saved: StoredAnchor[] = []
  readonly sent: Sent[] = []
  readonly records: CommandRecord<AnyAnchorCommand>[] = []
  readonly faults: unknown[] = []
  isDiskFull = false
  /** Saves wait for this. */
  disk: Promise<unknown> | undefined

  constructor(stored?: unknown) {
    this.registry = new AnchorRegistry({
      clock: this.clock,
      publish: (source, values) => void this.published.push([source, values]),
      store: {
        load: () => stored,
        save: async (anchor) => {
          await this.disk
          if (this.isDiskFull) throw new MarineDataError('storage-full', 'No room')
          this.saved.push(anchor)
        },
      },
      onFault: (error) => void this.faults.push(error),
    })
    this.anchorCommands = new AnchorCommands({
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

  /** A fixture with a registered provider that has sent this report. */
  static with(report: AnchorReport): AnchorFixture {
    const boat = new AnchorFixture()
    boat.register()
    boat.registry.report('bower', report)
    return boat
  }

  register(id = 'bower', provider = 'watch'): void {
    this.registry.register({ id, provider, details: {} })
  }

  ask(command: AnyAnchorCommand, idempotencyKey?: string): ReturnType<AnchorCommands['command']> {
    const asked = this.anchorCommands.command(command, {
      actor: person('Anna', '127.0.0.1'),
      idempotencyKey,
    })
    // Prevents an unhandled rejection: the test checks the promise later.
    asked.catch(() => undefined)
    return asked
  }

  /** The last value published at a path, by one source or any. */
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

/** Runs all pending microtasks. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

export const isProblem =
  (code: ProblemCode, outcome?: Outcome) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError &&
    error.code === code &&
    (outcome === undefined || error.details.outcome === outcome)
