import {
  Counters,
  Helmsman,
  ManualClock,
  PilotRegistry,
  defaultCourseLimits,
  type PilotChoice,
} from '@marinedata/core'
import { MarineDataError, type AutopilotCommand, type AutopilotReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { BoatStore } from '../src/storage/boat-store.ts'

/** Something that a device did. */
export interface Effect {
  readonly command: AutopilotCommand
  readonly sentAt: number
  readonly at: number
  readonly deadlineMs: number
}

/** One answer to a client. */
export interface Told {
  readonly device: string
  readonly who: string
  readonly asked: unknown
  readonly sent: AutopilotCommand | null
  readonly outcome: string
  readonly askedAt: number
  readonly at: number
}

/** A pilot in memory, with a will of its own when it is told to have one. */
export class SimulatedPilot {
  readonly id: string
  delayMs = 20
  isSilent = false
  isRefusing = false
  isDown = false
  readonly effects: Effect[] = []
  readonly reports: AutopilotReport[] = []
  /** What was sent to it, in that order. */
  readonly sent: { readonly command: AutopilotCommand; readonly at: number }[] = []
  /** Commands that came while another was not yet done. */
  overlaps = 0
  heardAt = 0
  readonly #boat: SimulatedPilots
  /** Each is aborted when its command is over, well or badly. */
  #orders: AbortSignal[] = []
  #isEngaged = false
  #mode = 'compass'
  #saved: { mode: string; target: number } | undefined
  #target = 1
  #manoeuvre: { kind: 'tack' | 'gybe'; direction: 'port' | 'starboard' } | null = null

  constructor(boat: SimulatedPilots, id: string) {
    this.#boat = boat
    this.id = id
  }

  get isEngaged(): boolean {
    return this.#isEngaged
  }

  register(): void {
    this.#boat.registry.register({
      id: this.id,
      provider: `provider-${this.id}`,
      details: {
        states: [
          { name: 'enabled', engaged: true },
          { name: 'disabled', engaged: false },
        ],
        modes: [
          { name: 'compass', kind: 'heading' },
          { name: 'wind', kind: 'wind' },
          { name: 'route', kind: 'route' },
        ],
        operations: ['set-state', 'set-mode', 'set-target', 'engage', 'tack', 'gybe', 'dodge'],
        keepsTarget: true,
      },
    })
  }

  report(): void {
    if (this.isSilent || this.isDown) return
    const report: AutopilotReport = {
      state: this.#isEngaged ? 'enabled' : 'disabled',
      mode: this.#saved === undefined ? this.#mode : 'dodge',
      target: this.#target,
      manoeuvre: this.#manoeuvre,
    }
    this.reports.push(report)
    this.heardAt = this.#boat.clock.now()
    this.#boat.registry.report(this.id, report)
  }

  /** The provider's process is gone, or back. */
  setDown(isDown: boolean): void {
    if (this.isDown === isDown) return
    this.isDown = isDown
    if (isDown) this.#boat.registry.lose(`provider-${this.id}`)
    else {
      this.register()
      this.report()
    }
  }

  receive(
    command: AutopilotCommand,
    { deadlineMs, signal }: { readonly deadlineMs: number; readonly signal: AbortSignal },
  ): Promise<unknown> {
    this.sent.push({ command, at: this.#boat.clock.now() })
    if (command.name !== 'disengage' && this.#orders.some((order) => !order.aborted)) this.overlaps++
    this.#orders = [...this.#orders.filter((order) => !order.aborted), signal]
    const { clock } = this.#boat
    const sentAt = clock.now()
    if (this.isDown) return Promise.reject(new MarineDataError('plugin-not-running', 'It is down'))
    return new Promise((resolve, reject) => {
      clock.after(this.delayMs, () => {
        const at = clock.now()
        // As the protocol demands of every provider.
        if (signal.aborted || at - sentAt > deadlineMs || this.isSilent || this.isDown) return
        if (this.isRefusing && command.name !== 'disengage')
          return reject(new MarineDataError('rejected-by-device', 'It does not want to'))
        this.effects.push({ command, sentAt, at, deadlineMs })
        this.#obey(command)
        this.report()
        resolve({})
      })
    })
  }

  // A table of what each command means for the device.
  // oxlint-disable-next-line complexity -- one short case for each command
  #obey({ name, input }: AutopilotCommand): void {
    switch (name) {
      case 'set-state':
        this.#isEngaged = input.state === 'enabled'
        break
      case 'set-mode':
        this.#saved = undefined
        this.#mode = input.mode
        this.#target = input.mode === 'wind' ? -0.6 : 1
        break
      case 'set-target':
        this.#target = input.target
        break
      case 'engage':
        this.#isEngaged = true
        break
      case 'disengage':
        this.#isEngaged = false
        this.#manoeuvre = null
        this.#saved = undefined
        break
      case 'tack':
      case 'gybe':
        this.#manoeuvre = { kind: name, direction: input.direction }
        this.#boat.clock.after(1_000, () => {
          this.#manoeuvre = null
          this.report()
        })
        break
      case 'dodge':
        this.#saved ??= { mode: this.#mode, target: this.#target }
        this.#target = input.target ?? 2 + (input.change ?? 0)
        break
      case 'undodge':
        if (this.#saved !== undefined) this.#target = this.#saved.target
        this.#saved = undefined
        break
    }
  }
}

/** Two pilots, their registry and the helmsman, on a clock that moves when it is told to. */
export class SimulatedPilots {
  readonly clock = new ManualClock()
  readonly published: { source: string; path: string; value: unknown; at: number }[] = []
  /** What the audit was told, and when: the moment at which the client has its answer. */
  readonly records: Told[] = []
  readonly store = new BoatStore(undefined)
  readonly audit = this.store.audit
  readonly registry: PilotRegistry
  readonly helm: Helmsman
  readonly pilots: readonly SimulatedPilot[]
  #choice: PilotChoice | undefined
  #tokens = 0

  constructor(ids: readonly string[] = ['main', 'spare']) {
    const { clock } = this
    const surroundings = { heading: () => 1, course: () => 1, windAngle: () => 0.6 }
    this.registry = new PilotRegistry({
      clock,
      limits: defaultCourseLimits,
      surroundings,
      publish: ({ source, values }) => {
        for (const { path, value } of values) this.published.push({ source, path, value, at: clock.now() })
      },
      choices: {
        load: () => this.#choice,
        save: (choice) => {
          this.#choice = choice
        },
      },
    })
    this.helm = new Helmsman({
      clock,
      counters: new Counters(),
      registry: this.registry,
      surroundings,
      send: (device, command, options) =>
        this.pilots.find(({ id }) => id === device.id)?.receive(command, options) ?? Promise.resolve(),
      record: async (record) => {
        const { device, who, asked, sent, outcome, milliseconds } = record
        const at = clock.now()
        this.records.push({ device, who, asked, sent, outcome, at, askedAt: at - milliseconds })
        await this.audit.recordCommand(record, clock.timestamp())
      },
      onFault: (error) => assert.fail(String(error)),
      newToken: () => `lease-${++this.#tokens}`,
    })
    this.pilots = ids.map((id) => new SimulatedPilot(this, id))
    for (const pilot of this.pilots) pilot.register()
    this.#beat()
  }

  /** Lets time pass, in steps short enough for everything that happens by itself. */
  async advance(ms: number, stepMs = 50): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.clock.advance(Math.min(left, stepMs))
      this.registry.watch()
      this.helm.watch()
      await turn()
    }
    this.clock.advance(0)
    await turn()
  }

  latest(source: string, path: string): unknown {
    return this.published.findLast((each) => each.source === source && each.path === path)?.value
  }

  #beat(): void {
    for (const pilot of this.pilots) pilot.report()
    this.clock.after(1_000, () => this.#beat())
  }
}
