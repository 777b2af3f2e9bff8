import {
  Counters,
  AutopilotCommands,
  ManualClock,
  PilotRegistry,
  defaultCourseLimits,
  type PilotChoice,
} from '@marinedata/core'
import { MarineDataError, radians, type AutopilotCommand, type AutopilotReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { BoatStore } from '../src/storage/boat-store.ts'

/** An effect on a device. */
export interface Effect {
  readonly command: AutopilotCommand
  readonly sentAt: number
  readonly at: number
  readonly deadlineMs: number
}

/** One response to a client. */
export interface Reported {
  readonly device: string
  readonly who: string
  readonly asked: unknown
  readonly sent: AutopilotCommand | null
  readonly outcome: string
  readonly askedAt: number
  readonly at: number
}

/** An autopilot in memory that can act on its own when told to. */
export class SimulatedPilot {
  readonly id: string
  delayMs = 20
  isSilent = false
  isRefusing = false
  isDown = false
  readonly effects: Effect[] = []
  readonly reports: AutopilotReport[] = []
  /** The received commands, in order. */
  readonly sent: { readonly command: AutopilotCommand; readonly at: number }[] = []
  /** Commands that arrived while another was still running. */
  overlaps = 0
  receivedAt = 0
  readonly #boat: SimulatedPilots
  /** Aborted when the command ends, successfully or not. */
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
    this.receivedAt = this.#boat.clock.now()
    this.#boat.registry.report(this.id, report)
  }

  /** Disconnects or reconnects the provider. */
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
        // As the protocol requires of every provider.
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

  // The effect of each command on the device.
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
      case 'step':
        this.#target = (this.#target ?? 0) + input.change
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

/** Two autopilots, their registry and their commands, on a simulated clock. */
export class SimulatedPilots {
  readonly clock = new ManualClock()
  readonly published: { source: string; path: string; value: unknown; at: number }[] = []
  /** The audit entries with their times: the moment at which the client has its response. */
  readonly records: Reported[] = []
  readonly store = new BoatStore(undefined)
  readonly audit = this.store.audit
  readonly registry: PilotRegistry
  readonly helm: AutopilotCommands
  readonly pilots: readonly SimulatedPilot[]
  #choice: PilotChoice | undefined
  #tokens = 0

  constructor(ids: readonly string[] = ['main', 'spare']) {
    const { clock } = this
    const surroundings = {
      heading: () => radians(1),
      course: () => radians(1),
      windAngle: () => radians(0.6),
      crossTrack: () => undefined,
      variation: () => undefined,
    }
    this.registry = new PilotRegistry({
      clock,
      limits: defaultCourseLimits,
      surroundings,
      publish: (source, values) => {
        for (const { path, value } of values) this.published.push({ source, path, value, at: clock.now() })
      },
      choices: {
        load: () => this.#choice,
        save: (choice) => {
          this.#choice = choice
        },
      },
    })
    this.helm = new AutopilotCommands({
      clock,
      counters: new Counters(),
      registry: this.registry,
      surroundings,
      send: (device, command, options) =>
        this.pilots.find(({ id }) => id === device.id)?.receive(command, options) ?? Promise.resolve(),
      record: async (record) => {
        const { device, actor, asked, sent, outcome, milliseconds } = record
        const at = clock.now()
        this.records.push({ device, who: actor.name, asked, sent, outcome, at, askedAt: at - milliseconds })
        await this.audit.recordCommand(record, clock.timestamp())
      },
      onFault: (error) => assert.fail(String(error)),
      newToken: () => `lease-${++this.#tokens}`,
    })
    this.pilots = ids.map((id) => new SimulatedPilot(this, id))
    for (const pilot of this.pilots) pilot.register()
    this.#beat()
  }

  /** Advances the clock in steps short enough for all timers. */
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
