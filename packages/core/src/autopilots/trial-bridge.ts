import { MarineDataError, type AutopilotCommand, type AutopilotReport } from '@marinedata/model'
import { Counters } from '#counters.ts'
import { ManualClock } from '#manual-clock.ts'
import type { CommandRecord } from '#command-record.ts'
import type { PilotRequest } from './command-laws.ts'
import { defaultCourseLimits } from './course-watch.ts'
import { Helmsman, type Asker } from './helmsman.ts'
import { PilotRegistry } from './pilot-registry.ts'
import type { Surroundings } from './surroundings.ts'

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
export const anna: Asker = {
  who: 'anna',
  from: '127.0.0.1',
  lease: undefined,
  idempotencyKey: undefined,
}
export const bert: Asker = { ...anna, who: 'bert' }
export const toTwo: PilotRequest = { kind: 'target', target: 2 }
export const disengage: PilotRequest = { kind: 'disengage' }
const surroundings: Surroundings = { heading: () => 1, course: () => 1, windAngle: () => 0.6 }

/** What was sent to the provider, which answers when the test says so. */
interface Sent {
  readonly id: string
  readonly command: AutopilotCommand
  readonly deadlineMs: number
  readonly signal: AbortSignal
  readonly answer: PromiseWithResolvers<unknown>
}

/** A helmsman and one device that steers at 1 rad, in the hands of the test. */
export class Bridge {
  readonly clock = new ManualClock()
  readonly sent: Sent[] = []
  readonly records: CommandRecord[] = []
  readonly told: { path: string; value: unknown }[] = []
  readonly faults: unknown[] = []
  isFull = false
  readonly registry = new PilotRegistry({
    clock: this.clock,
    limits: defaultCourseLimits,
    surroundings,
    publish: ({ values }) => void this.told.push(...values),
    choices: { load: () => undefined, save: () => undefined },
  })
  readonly helmsman = new Helmsman({
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

  /** Asks, and lets everything happen that needs no time. */
  async ask(request: PilotRequest, asker: Partial<Asker> = {}): Promise<Asked> {
    const asked = new Asked(this.helmsman.command('main', request, { ...anna, ...asker }))
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
    return this.told.findLast((each) => each.path === path)?.value
  }
}

/** A request on its way, and what became of it. */
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
    return this.answer ?? this.error?.code ?? 'on its way'
  }
}

export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve()
}
