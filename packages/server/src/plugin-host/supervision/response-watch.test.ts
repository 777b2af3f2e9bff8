import { ManualClock } from '@marinedata/core'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResponseWatch, type Silence } from './response-watch.ts'
import type { ThreadTime, ThreadTimes } from './thread-times.ts'

const limitMs = 1_200

/** A process with scheduler times that are set by the test. */
class Machine {
  readonly clock = new ManualClock()
  readonly threads = new Map<string, ThreadTime>([['main', { state: 'S', ranNs: 1, waitedNs: 0 }]])
  overdue: Silence | undefined
  readonly #watch: ResponseWatch

  constructor(maxElapsedMs?: number) {
    this.#watch = new ResponseWatch({
      clock: this.clock,
      threadTimes: (): ThreadTimes => this.threads,
      limitMs,
      ...(maxElapsedMs !== undefined && { maxElapsedMs }),
      onOverdue: (silence) => {
        this.overdue = silence
      },
    })
  }

  answer(): void {
    this.#watch[Symbol.dispose]()
  }

  /** Advances time in steps in which the thread runs and waits. Returns the time at which the answer was overdue. */
  pass(ms: number, { state = 'S', ran = 0, waited = 0, thread = 'main' } = {}): number | undefined {
    const stepMs = 50
    for (let passed = 0; passed < ms && this.overdue === undefined; passed += stepMs) {
      const before = this.threads.get(thread) ?? { ranNs: 0, waitedNs: 0 }
      this.threads.set(thread, {
        state,
        ranNs: before.ranNs + ran * stepMs * 1e6,
        waitedNs: before.waitedNs + waited * stepMs * 1e6,
      })
      this.clock.advance(stepMs)
    }
    return this.overdue?.elapsedMs
  }
}

test('a process that sleeps without an answer is overdue after the limit', () => {
  const at = new Machine().pass(3_000, { state: 'S' })
  assert.ok(at !== undefined && at >= limitMs && at <= limitMs + 50)
})

test('a process that was stopped is overdue after the limit', () => {
  const at = new Machine().pass(3_000, { state: 'T' })
  assert.ok(at !== undefined && at <= limitMs + 50)
})

test('a process that spins on its processor is overdue after the limit', () => {
  const at = new Machine().pass(3_000, { state: 'R', ran: 1 })
  assert.ok(at !== undefined && at <= limitMs + 50)
})

test('a process that is queued for a processor all the time is never overdue', () => {
  const machine = new Machine()
  assert.equal(machine.pass(60_000, { state: 'R' }), undefined)
})

test('counts only the time with a processor: a spinning process is overdue after it has run for the limit', () => {
  const machine = new Machine()
  const share = 0.1
  const at = machine.pass(60_000, { state: 'R', ran: share, waited: 1 - share })
  // The first 100 ms count in full.
  const expected = 100 + (limitMs - 100) / share
  assert.ok(at !== undefined && Math.abs(at - expected) <= 500, String(at))
  assert.equal(machine.overdue?.isStarved, false)
})

test('counts a wait once, not again when it ends', () => {
  const machine = new Machine()
  machine.pass(1_000, { state: 'R' })
  const before = machine.threads.get('main')!
  machine.threads.set('main', { ...before, waitedNs: before.waitedNs + 1_000e6 })
  const at = machine.pass(3_000, { state: 'S' })
  assert.ok(at !== undefined && at >= 2_150 && at <= 2_300, String(at))
})

test('does not count time in which a helper thread waits for a processor', () => {
  const machine = new Machine()
  machine.threads.set('helper', { state: 'R', ranNs: 1, waitedNs: 0 })
  assert.equal(machine.pass(5_000, { thread: 'helper', state: 'R', ran: 0.01, waited: 0.99 }), undefined)
})

test('does not count time in which the server itself was late', () => {
  const machine = new Machine()
  // One jump of five seconds: the check that was due after 250 ms is late by that much.
  const lateClock = machine.clock
  const realNow = lateClock.now.bind(lateClock)
  let lateMs = 0
  lateClock.now = () => realNow() + lateMs
  lateMs = 5_000
  assert.equal(machine.pass(1_000), undefined)
  assert.ok(machine.pass(1_000) !== undefined)
})

test('finds a spinning process although the server is late while the process waits', () => {
  const machine = new Machine()
  const { clock } = machine
  const realNow = clock.now.bind(clock)
  let lateMs = 0
  clock.now = () => realNow() + lateMs
  // As beside ten busy processes on two cores: the process runs for a sixth of the time, and every check is a third late.
  const share = 1 / 6
  for (let round = 0; round < 100 && machine.overdue === undefined; round++) {
    machine.pass(50, { state: 'R', ran: share * 1.5, waited: (1 - share) * 1.5 })
    lateMs += 25
  }
  assert.ok(machine.overdue !== undefined && machine.overdue.elapsedMs <= 10_000)
})

test('ends the watch when the answer arrives in time', () => {
  const machine = new Machine()
  machine.pass(1_000)
  machine.answer()
  assert.equal(machine.pass(5_000), undefined)
})

test('is overdue after the maximum elapsed time, however busy the machine is', () => {
  const at = new Machine(4_000).pass(60_000, { state: 'R' })
  assert.ok(at !== undefined && at >= 4_000 && at <= 4_300)
})
