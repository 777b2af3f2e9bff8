import { MarineDataError, radians, type AutopilotCommand, type AutopilotReport } from '@marinedata/model'
import { Counters } from '#counters.ts'
import { ManualClock } from '#manual-clock.ts'
import type { CommandRecord } from '#devices/command-run.ts'
import type { PilotRequest } from '../src/autopilots/command-rules.ts'
import { defaultCourseLimits } from '../src/autopilots/course-watch.ts'
import { AutopilotCommands, type AutopilotRequester } from '../src/autopilots/autopilot-commands.ts'
import { PilotRegistry } from '../src/autopilots/pilot-registry.ts'
import type { Surroundings } from '../src/autopilots/surroundings.ts'
import { person } from './person.ts'

export const details = {
  states: [
    { name: 'auto', engaged: true },
    { name: 'standby', engaged: false },
  ],
  modes: [{ name: 'compass', kind: 'heading' }],
  operations: ['set-state', 'set-target', 'engage', 'tack', 'dodge'],
}
export const steering: AutopilotReport = { state: 'auto', mode: 'compass', target: 1 }
export const standby: AutopilotReport = { ...steering, state: 'standby' }
export const anna: AutopilotRequester = {
  actor: person('anna', '127.0.0.1'),
  lease: undefined,
  idempotencyKey: undefined,
}
export const bert: AutopilotRequester = { ...anna, actor: person('bert', '127.0.0.1') }
export const toTwo: PilotRequest = { kind: 'target', target: radians(2) }
export const disengage: PilotRequest = { kind: 'disengage' }
export const surroundings: Surroundings = {
  heading: () => radians(1),
  course: () => radians(1),
  windAngle: () => radians(0.6),
  crossTrack: () => undefined,
  variation: () => undefined,
}

/** A command sent to the provider; the test resolves its answer. */
interface Sent {
  readonly id: string
  readonly command: AutopilotCommand
  readonly deadlineMs: number
  readonly signal: AbortSignal
  readonly answer: PromiseWithResolvers<unknown>
}

/** Autopilot commands with one device that steers at 1 rad; the test plays its provider. */
export class AutopilotFixture {
  readonly clock = new ManualClock()
  readonly sent: Sent[] = []
  readonly records: CommandRecord[] = []
  readonly published: { path: string; value: unknown }[] = []
  readonly faults: unknown[] = []
  isFull = false
  readonly registry = new PilotRegistry({
    clock: this.clock,
    limits: defaultCourseLimits,
    surroundings,
    publish: (_source, values) => void this.published.push(...values),
    choices: { load: () => undefined, save: () => undefined },
  })
  readonly autopilotCommands = new AutopilotCommands({
    clock: this.clock,
    counters: new Counters(),
    registry: this.registry,
    surroundings,
    send: ({ id }, command, options) => {
      const answer = Promise.withResolvers<unknown>()
      this.sent.push({ id, command, ...options, answer })
      return answer.promise
    },
    record: async (record) => {
      if (this.isFull) throw new Error('The disk is full')
      this.records.push(record)
    },
    onFault: (error) => void this.faults.push(error),
    newToken: () => `token ${this.records.length}`,
  })

  constructor(more: object = {}) {
    this.registry.register({ id: 'main', provider: 'simulator', details: { ...details, ...more } })
    this.hear(steering)
  }

  hear(report: Partial<AutopilotReport>): void {
    this.registry.report('main', { ...steering, ...report })
    this.clock.advance(0)
  }

  /** Sends a request and runs all pending microtasks. */
  async ask(request: PilotRequest, requester: Partial<AutopilotRequester> = {}): Promise<Asked> {
    const asked = new Asked(this.autopilotCommands.command('main', request, { ...anna, ...requester }))
    await settle()
    return asked
  }

  async pass(ms: number): Promise<void> {
    this.clock.advance(ms)
    await settle()
  }

  get names(): string[] {
    return this.sent.map(({ command }) => command.name)
  }

  latest(path: string): unknown {
    return this.published.findLast((each) => each.path === path)?.value
  }
}

/** A request and its result. */
class Asked {
  answer: string | undefined
  error: MarineDataError | undefined

  constructor(promise: Promise<string>) {
    promise.then(
      (answer) => {
        this.answer = answer
      },
      (error: unknown) => {
        if (!(error instanceof MarineDataError)) throw error
        this.error = error
      },
    )
  }

  get outcome(): string {
    return this.answer ?? this.error?.code ?? 'pending'
  }
}

export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve()
}
