import { MarineDataError } from '@marinedata/model'
import type { HistoryFault, HistoryLog } from '@marinedata/history'
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { mountSmallDisk, type SmallDisk } from '@marinedata/history/testing'
import { answerOf, openLog, TrialClock } from '#testing/trial-log.ts'

const minuteMs = 60_000
const begin = Date.UTC(2026, 5, 1, 12)
const context = 'vessels.self'
const depth = 'environment.depth.belowKeel'
const state = 'navigation.state'

const diskFor = (running: TestContext): SmallDisk | undefined => {
  try {
    return mountSmallDisk(2)
  } catch (error) {
    running.skip(`Mounting a tmpfs is not permitted here; run this test as root. ${String(error)}`)
    return undefined
  }
}

/** Minutes of which each has its own depth and its own text. */
const recordMinutes = (log: HistoryLog, clock: TrialClock, count: number): void => {
  for (let minute = 0; minute < count; minute++) {
    const number = Math.round((clock.wall() - begin) / minuteMs)
    log.record({ context, path: state, source: 'crew', at: clock.wall(), value: `minute ${number}` })
    for (let tick = 0; tick < 12; tick++) {
      log.record({ context, path: depth, source: 'sounder', at: clock.wall(), value: number })
      clock.advance(5_000)
      log.tick()
    }
  }
}

const minutesIn = (log: HistoryLog, minutes: number): number[] => {
  const range = { from: begin, to: begin + minutes * minuteMs - 1 }
  const { rows } = answerOf(log, { context, ...range, resolution: 60, columns: [{ path: depth }] })
  return rows.flatMap(([, cell], index) => (cell === index ? [index] : []))
}

const textsIn = (log: HistoryLog): unknown[] =>
  [...log.play(begin, { tier: 'full' })]
    .flatMap((page) => [...(page ?? [])])
    .filter(({ path }) => path === state)
    .map(({ value }) => value)

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

test('while the disk is full, minutes wait in memory, answer questions, and are written later', (running) => {
  using disk = diskFor(running)
  if (disk === undefined) return
  const clock = new TrialClock(begin)
  const faults: HistoryFault['kind'][] = []
  const log = openLog(disk.path, clock, { faults: ({ kind }) => faults.push(kind) })
  log.trustTime('gnss', clock.wall())
  recordMinutes(log, clock, 5)
  assert.deepEqual(faults, [])
  disk.fill()
  recordMinutes(log, clock, 40)
  assert.ok(faults.length > 10 && faults.every((kind) => kind === 'write-failed'))
  assert.deepEqual(minutesIn(log, 45), upTo(45), 'a question is answered from memory')
  const steps = log.forget({ from: begin, to: begin + minuteMs })
  assert.throws(
    () => steps.next(),
    (error: unknown) => error instanceof MarineDataError && error.code === 'storage-full',
  )
  assert.deepEqual(minutesIn(log, 45), upTo(45), 'a deletion that is refused deletes nothing')
  disk.empty()
  recordMinutes(log, clock, 5)
  assert.equal(faults.at(-1), 'write-recovered')
  assert.equal(faults.filter((kind) => kind === 'write-recovered').length, 1)
  log.close()
  clock.restart()
  using again = openLog(disk.path, clock)
  assert.deepEqual(minutesIn(again, 50), upTo(50))
  assert.deepEqual(
    textsIn(again),
    upTo(50).map((minute) => `minute ${minute}`),
  )
  const { head } = answerOf(again, {
    context,
    from: begin,
    to: begin + 50 * minuteMs,
    resolution: 60,
    columns: [{ path: depth }],
  })
  assert.deepEqual(head.gaps, [])
})

test('beyond an hour the oldest minutes are lost, and a gap reports them', (running) => {
  using disk = diskFor(running)
  if (disk === undefined) return
  const clock = new TrialClock(begin)
  const log = openLog(disk.path, clock)
  log.trustTime('gnss', clock.wall())
  recordMinutes(log, clock, 5)
  disk.fill()
  recordMinutes(log, clock, 100)
  disk.empty()
  recordMinutes(log, clock, 5)
  log.close()
  clock.restart()
  using again = openLog(disk.path, clock)
  const found = minutesIn(again, 110)
  const lost = upTo(110).filter((minute) => !found.includes(minute))
  assert.ok(lost.length > 30 && lost.length <= 41, `${lost.length} minutes are lost`)
  assert.deepEqual(
    lost,
    lost.map((_, index) => (lost[0] ?? 0) + index),
  )
  const { head } = answerOf(again, {
    context,
    from: begin,
    to: begin + 110 * minuteMs,
    resolution: 60,
    columns: [{ path: depth }],
  })
  assert.deepEqual(
    head.gaps.map(({ from, to, reason }) => [from, to, reason]),
    [
      [
        new Date(begin + (lost[0] ?? 0) * minuteMs).toISOString(),
        new Date(begin + ((lost.at(-1) ?? 0) + 1) * minuteMs).toISOString(),
        'write-failed',
      ],
    ],
  )
})
