import type { AutopilotRequester, PilotRequest } from '@marinedata/core'
import { MarineDataError, radians } from '@marinedata/model'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFullForm } from '@marinedata/testing/time-limit'
import { SimulatedPilots, type Effect, type SimulatedPilot } from './simulated-pilots.ts'
import { person } from '#testing/person.ts'

const runs = isFullForm ? 5_000 : 1_000

/** All events of clients, devices and time. */
type Step =
  | {
      readonly do: 'ask'
      readonly who: string
      readonly device: number
      readonly request: PilotRequest
      readonly key: string | undefined
    }
  | { readonly do: 'wait'; readonly ms: number }
  | {
      readonly do: 'fault'
      readonly device: number
      readonly fault: 'silent' | 'refusing' | 'down' | 'slow'
      readonly on: boolean
    }
  /** Both clients steer alternately, one to starboard and one to port. */
  | { readonly do: 'fight'; readonly device: number; readonly times: number; readonly everyMs: number }
  | { readonly do: 'helm'; readonly who: string; readonly device: number; readonly takeOver: boolean }

const device = fc.nat(1)
const who = fc.constantFrom('anna', 'bert')
const angle = fc.double({ min: -3, max: 3, noNaN: true }).map(radians)
const direction = fc.constantFrom('port' as const, 'starboard' as const)
const request: fc.Arbitrary<PilotRequest> = fc.oneof(
  fc.record({
    kind: fc.constant('state' as const),
    state: fc.constantFrom('enabled', 'disabled', 'off-line'),
  }),
  fc.record({
    kind: fc.constant('mode' as const),
    mode: fc.constantFrom('compass', 'wind', 'route', 'dodge'),
  }),
  fc.record({ kind: fc.constant('target' as const), target: angle }),
  fc.record({ kind: fc.constant('adjust' as const), by: angle }),
  fc.record({ kind: fc.constantFrom('tack' as const, 'gybe' as const), direction }),
  fc.record({
    kind: fc.constantFrom('engage' as const, 'disengage' as const, 'dodge' as const, 'undodge' as const),
  }),
  fc.record({ kind: fc.constant('dodge-by' as const), by: angle }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      who,
      device,
      request,
      key: fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: undefined, freq: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(10, 100, 1_000, 3_000, 7_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      device,
      fault: fc.constantFrom('silent' as const, 'refusing' as const, 'down' as const, 'slow' as const),
      on: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fight' as const),
      device,
      times: fc.integer({ min: 3, max: 6 }),
      everyMs: fc.constantFrom(50, 1_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('helm' as const), who, device, takeOver: fc.boolean() }),
  },
)

/** The direction of a request: 1 to starboard, -1 to port, 0 for none; undefined when it depends on the state. */
const sideOf = (asked: PilotRequest): number | undefined => {
  if ('by' in asked) return Math.abs(asked.by) < Math.PI / 360 ? 0 : Math.sign(asked.by)
  if ('direction' in asked) return asked.direction === 'port' ? -1 : 1
  return asked.kind === 'target' ? undefined : 0
}

interface Turned {
  readonly who: string
  readonly side: number | undefined
  readonly at: number
}

const isOpposing = (one: Turned, other: Turned): boolean =>
  one.who !== other.who &&
  one.side !== undefined &&
  one.side + (other.side ?? one.side) === 0 &&
  other.at - one.at < 10_000

interface Asked {
  readonly id: string
  readonly request: PilotRequest
  readonly key: string | undefined
  readonly at: number
  readonly wasSound: boolean
  endedAt: number | undefined
  error: MarineDataError | undefined
}

/** Two clients and two devices, with a record of all events. */
class Trial {
  readonly boat = new SimulatedPilots()
  readonly asked: Asked[] = []
  readonly #leases = new Map<string, string>()
  readonly #changedAt = new Map<SimulatedPilot, number>()

  async take(next: Step): Promise<void> {
    if (next.do === 'wait') await this.boat.advance(next.ms)
    else if (next.do === 'fault') this.#disturb(this.#pilot(next.device), next.fault, next.on)
    else if (next.do === 'helm') this.#takeHelm(next)
    else if (next.do === 'fight') await this.#fight(next)
    else this.#ask(next)
    await this.boat.advance(1)
  }

  check(): void {
    for (const pilot of this.boat.pilots) {
      this.#checkSilence(pilot)
      this.#checkTree(pilot)
      for (const effect of pilot.effects) this.#checkInTime(effect)
      assert.equal(pilot.overlaps, 0, 'a command did not wait for its turn')
    }
    this.#checkDisengaged()
  }

  /** At the end every request was answered once and is in the audit. */
  async conclude(): Promise<void> {
    await this.boat.advance(12_000, 200)
    this.check()
    for (const {
      endedAt,
      request: { kind },
    } of this.asked)
      assert.notEqual(endedAt, undefined, `${kind} was never answered`)
    for (const pilot of this.boat.pilots) {
      this.#checkLetGo(pilot)
      this.#checkContest(pilot)
    }
    assert.equal(this.boat.audit.findBreak(), undefined)
  }

  /** After disengaging, no earlier command has an effect. */
  #checkLetGo({ effects }: SimulatedPilot): void {
    const shown = effects.map(({ command, at }) => ({
      at,
      answer: this.boat.records.find(({ sent }) => sent === command),
    }))
    const letGo = shown.filter(({ answer }) => answer?.outcome === 'OK' && answer.sent?.name === 'disengage')
    for (const { answer: end } of letGo)
      for (const { at, answer } of shown) {
        const isOlder = answer !== undefined && end !== undefined && answer.askedAt < end.askedAt
        assert.ok(!isOlder || at <= end.at, `${answer?.sent?.name} came after the pilot had let go`)
      }
  }

  #pilot(index: number): SimulatedPilot {
    return this.boat.pilots[index % this.boat.pilots.length]!
  }

  #ask({ who: name, device: index, request: wanted, key }: Extract<Step, { do: 'ask' }>): void {
    const pilot = this.#pilot(index)
    const { id } = pilot
    const asker: AutopilotRequester = { ...this.#asker(name, id), idempotencyKey: key }
    const isOnline = this.boat.registry.find(id).view.link === 'on-line'
    const asked: Asked = {
      id,
      request: wanted,
      key: key && `${name} ${key}`,
      at: this.boat.clock.now(),
      wasSound: isOnline && !pilot.isSilent && !pilot.isDown && pilot.delayMs < 100,
      endedAt: undefined,
      error: undefined,
    }
    this.asked.push(asked)
    const end = (error?: unknown): void => {
      assert.ok(error === undefined || error instanceof MarineDataError, String(error))
      asked.endedAt = this.boat.clock.now()
      asked.error = error
    }
    this.boat.helm.command(id, wanted, asker).then(() => end(), end)
  }

  async #fight({ device: index, times, everyMs }: Extract<Step, { do: 'fight' }>): Promise<void> {
    for (let turn = 0; turn < times; turn++) {
      const [name, by] = turn % 2 === 0 ? (['anna', 0.2] as const) : (['bert', -0.2] as const)
      this.#ask({
        do: 'ask',
        who: name,
        device: index,
        request: { kind: 'adjust', by: radians(by) },
        key: undefined,
      })
      await this.boat.advance(everyMs)
    }
  }

  #asker(name: string, id: string): AutopilotRequester {
    const lease = this.#leases.get(`${name} ${id}`)
    return { actor: person(name), lease, idempotencyKey: undefined }
  }

  #takeHelm({ who: name, device: index, takeOver }: Extract<Step, { do: 'helm' }>): void {
    const { id } = this.#pilot(index)
    const key = `${name} ${id}`
    try {
      const wanted = { ttl: 20, label: name, takeOver }
      const { lease } = this.boat.helm.takeHelm(id, wanted, this.#asker(name, id))
      this.#leases.set(key, lease)
    } catch (error) {
      assert.ok(error instanceof MarineDataError && error.code === 'helm-held')
    }
  }

  /** Without the helm, two clients turn a device against each other at most twice within ten seconds. */
  #checkContest({ id, sent }: SimulatedPilot): void {
    const records = this.boat.records.filter(({ device: of }) => of === id)
    if (records.some(({ asked }) => (asked as { kind: string }).kind === 'take-helm')) return
    const turns = sent.flatMap(({ command, at }): Turned[] => {
      const record = records.find((each) => each.sent === command)
      if (record === undefined) return []
      // The request of a client, as recorded in the audit.
      const side = sideOf(record.asked as PilotRequest)
      return side === 0 ? [] : [{ who: record.who, side, at }]
    })
    const opposing = turns.filter((turn, index) => index > 0 && isOpposing(turns[index - 1]!, turn))
    for (const { at } of opposing) {
      const within = opposing.filter((turn) => turn.at >= at && turn.at < at + 10_000).length
      assert.ok(within <= 2, `${within} opposing changes of two clients within ten seconds`)
    }
  }

  #disturb(pilot: SimulatedPilot, fault: 'silent' | 'refusing' | 'down' | 'slow', on: boolean): void {
    this.#changedAt.set(pilot, this.boat.clock.now())
    if (fault === 'silent') pilot.isSilent = on
    else if (fault === 'refusing') pilot.isRefusing = on
    else if (fault === 'down') pilot.setDown(on)
    else pilot.delayMs = on ? 2_500 : 20
  }

  /** No effect occurs after the deadline, nor after the client was told that there was none. */
  #checkInTime({ command, sentAt, at, deadlineMs }: Effect): void {
    assert.ok(at - sentAt <= deadlineMs, `${command.name} had an effect after its deadline`)
    const answer = this.boat.records.find(({ sent }) => sent === command)
    const isTooLate = answer !== undefined && answer.outcome !== 'OK' && at > answer.at
    assert.ok(!isTooLate, `${command.name} had an effect after it was answered with ${answer?.outcome}`)
  }

  #checkSilence(pilot: SimulatedPilot): void {
    const silentMs = this.boat.clock.now() - pilot.receivedAt
    if (silentMs <= 5_100) return
    assert.equal(this.boat.latest(pilot.id, 'steering.autopilot.engaged'), false, 'engaged though silent')
    assert.equal(this.boat.latest(pilot.id, 'steering.autopilot.state'), 'off-line')
  }

  /** Every value in the tree was reported by the device, or states that it is offline. */
  #checkTree({ id, reports }: SimulatedPilot): void {
    const shown = ['state', 'mode', 'engaged'].map((name) =>
      this.boat.latest(id, `steering.autopilot.${name}`),
    )
    const isReported = reports.some(
      ({ state, mode }) => state === shown[0] && mode === shown[1] && (state === 'enabled') === shown[2],
    )
    assert.ok(
      isReported || shown[0] === 'off-line' || shown[0] === undefined,
      `nobody reported ${shown.join(' ')}`,
    )
  }

  /** Disengaging a healthy device takes less than half a second, also with queued commands and a held helm. */
  #checkDisengaged(): void {
    const now = this.boat.clock.now()
    for (const asked of this.asked) {
      if (!this.#shouldHaveLetGo(asked)) continue
      const { at, endedAt = Infinity, error } = asked
      assert.ok(endedAt - at <= 500, `disengage took ${Math.min(endedAt, now) - at} ms`)
      assert.equal(error, undefined, `disengage failed: ${error?.message}`)
    }
  }

  #shouldHaveLetGo({ id, request: { kind }, at, wasSound, key }: Asked): boolean {
    if (kind !== 'disengage' || !wasSound || key !== undefined) return false
    const disturbedAt = this.boat.pilots.map((pilot) =>
      pilot.id === id ? this.#changedAt.get(pilot) : undefined,
    )
    return this.boat.clock.now() - at >= 500 && disturbedAt.every((each) => each === undefined || each < at)
  }
}

test(
  'two clients and two devices: one effect per key, none too late, no fight for the helm, disengage always works',
  { timeout: 300_000 },
  async () => {
    let commands = 0
    let effects = 0
    let contested = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20, size: 'max' }), async (steps) => {
        const trial = new Trial()
        await trial.boat.advance(10)
        for (const next of steps) {
          await trial.take(next)
          trial.check()
        }
        await trial.conclude()
        commands += trial.asked.length
        contested += trial.asked.filter(({ error }) => error?.code === 'helm-contested').length
        for (const pilot of trial.boat.pilots) {
          effects += pilot.effects.length
          // A key stands for one request to one device: repetitions have no effect.
          // Disengage ignores keys.
          const mine = trial.asked.filter(({ id }) => id === pilot.id)
          const isKeyed = ({ key, request: { kind } }: Asked): boolean =>
            key !== undefined && kind !== 'disengage'
          const keyed = new Set(mine.filter(isKeyed).map(({ key }) => key))
          const plain = mine.filter((asked) => !isKeyed(asked)).length
          assert.ok(pilot.effects.length <= keyed.size + plain, 'one key had more than one effect')
        }
      }),
      { numRuns: runs },
    )
    assert.ok(
      effects > runs && commands > 2 * runs && contested > runs / 10,
      `only ${effects} effects of ${commands} commands, ${contested} contested: it tries too little`,
    )
  },
)
