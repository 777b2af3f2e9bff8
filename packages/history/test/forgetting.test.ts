import { MarineDataError } from '@marinedata/model'
import type { HistoryForgotten, HistoryLog, HistoryRange, PlayedChange } from '@marinedata/history'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { answerOf, openLog, temporaryFolder, TrialClock } from '#testing/trial-log.ts'

const minute = 60_000
const day = 86_400_000
const begin = Date.UTC(2026, 5, 1, 12)
const context = 'vessels.self'
const depth = 'environment.depth.belowKeel'

/** On a busy computer each step of a deletion ends after its first piece of work. */
class BusyClock extends TrialClock {
  isBusy = false

  override mono(): number {
    if (this.isBusy) this.advance(60)
    return super.mono()
  }
}

/** Records a depth every ten seconds, and a text every minute. */
const recordMinutes = (log: HistoryLog, clock: TrialClock, minutes: number): void => {
  for (let count = 0; count < minutes; count++) {
    const number = Math.round((clock.wall() - begin) / minute)
    const text = {
      context,
      path: 'navigation.state',
      source: 'crew',
      at: clock.wall(),
      value: `place-${number}.`,
    }
    log.record(text)
    for (let tick = 0; tick < 6; tick++) {
      log.record({ context, path: depth, source: 'sounder', at: clock.wall(), value: number })
      clock.advance(10_000)
      log.tick()
    }
  }
}

const openRecorded = (
  folder: string,
  minutes: number,
): { readonly log: HistoryLog; readonly clock: BusyClock } => {
  const clock = new BusyClock(begin)
  const log = openLog(folder, clock)
  log.trustTime('gnss', clock.wall())
  recordMinutes(log, clock, minutes)
  return { log, clock }
}

const forget = (log: HistoryLog, range: HistoryRange): HistoryForgotten => {
  const steps = log.forget(range)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The minutes with a depth in an hour, by the mean of each minute, or by every sample. */
const depthsOf = (log: HistoryLog, resolution: number, from = begin): number[] => {
  const question = { context, from, to: from + 3_600_000 - 1, resolution, columns: [{ path: depth }] }
  const cells = answerOf(log, question).rows.map(([, cell]) => cell)
  return [...new Set(cells.filter((cell) => typeof cell === 'number'))]
}

const played = (log: HistoryLog): PlayedChange[] =>
  [...log.play(begin, { tier: 'full' })].flatMap((page) => [...(page ?? [])])

const minutes = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Whether a text is in any file of the folder. */
const isOnDisk = (folder: string, text: string): boolean =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text))

const range = (first: number, last: number): HistoryRange => ({
  from: begin + first * minute + 5_000,
  to: begin + last * minute + 5_000,
})

test('a deleted range is gone in whole minutes, and what is beside it stays', () => {
  using folder = temporaryFolder()
  const { log, clock } = openRecorded(folder.path, 20)
  const forgotten = forget(log, range(5, 8))
  assert.deepEqual(forgotten, {
    from: new Date(begin + 5 * minute).toISOString(),
    to: new Date(begin + 9 * minute - 1).toISOString(),
    segments: 4,
    sheets: 0,
    events: 4,
  })
  const rest = [...minutes(0, 4), ...minutes(9, 19)]
  for (const resolution of [10, 60]) assert.deepEqual(depthsOf(log, resolution), rest)
  assert.ok(
    played(log).every(({ value }) => !minutes(5, 8).some((at) => value === at || value === `place-${at}.`)),
  )
  log.close()
  clock.restart()
  using again = openLog(folder.path, clock)
  assert.deepEqual(depthsOf(again, 60), rest)
  const { head } = answerOf(again, { context, ...range(0, 19), resolution: 60, columns: [{ path: depth }] })
  assert.deepEqual(
    head.gaps.filter(({ reason }) => reason === 'forgotten').map(({ from, to }) => [from, to]),
    [[forgotten.from, new Date(begin + 9 * minute).toISOString()]],
  )
})

test('a deleted range is overwritten on disk', () => {
  using folder = temporaryFolder()
  const { log } = openRecorded(folder.path, 20)
  assert.ok(isOnDisk(folder.path, 'place-6.'))
  forget(log, range(5, 8))
  assert.ok(!isOnDisk(folder.path, 'place-6.'))
  assert.ok(isOnDisk(folder.path, 'place-12.'))
  log.close()
  assert.ok(!isOnDisk(folder.path, 'place-6.'))
})

test('two deletions at the same time overwrite both ranges', () => {
  using folder = temporaryFolder()
  const { log, clock } = openRecorded(folder.path, 20)
  clock.isBusy = true
  const first = log.forget(range(2, 3))
  const second = log.forget(range(12, 13))
  assert.deepEqual([first.next().done, second.next().done], [false, false])
  while (first.next().done !== true);
  while (second.next().done !== true);
  assert.deepEqual(
    ['place-2.', 'place-3.', 'place-12.', 'place-13.'].filter((text) => isOnDisk(folder.path, text)),
    [],
  )
  log.close()
})

test('minutes of a closed day are removed from its sheets, and the rest of the sheets stays', () => {
  using folder = temporaryFolder()
  const { log, clock } = openRecorded(folder.path, 20)
  clock.advance(2 * day)
  for (let tick = 0; tick < 200; tick++) {
    clock.advance(1_000)
    log.tick()
  }
  const { sheets } = forget(log, range(5, 8))
  assert.ok(sheets > 0, 'the day was closed')
  assert.deepEqual(depthsOf(log, 60), [...minutes(0, 4), ...minutes(9, 19)])
  log.close()
})

test('samples that are not on disk yet are deleted, too', () => {
  using folder = temporaryFolder()
  const { log, clock } = openRecorded(folder.path, 3)
  log.record({ context, path: depth, source: 'sounder', at: clock.wall(), value: 3 })
  forget(log, { from: begin + 3 * minute, to: clock.wall() })
  assert.deepEqual(depthsOf(log, 10), [0, 1, 2])
  recordMinutes(log, clock, 1)
  assert.deepEqual(depthsOf(log, 10), [0, 1, 2, 3])
  log.close()
})

test('samples of the range that arrived late are deleted with the minute that holds them', () => {
  using folder = temporaryFolder()
  const { log, clock } = openRecorded(folder.path, 10)
  // Measured in minute 9, received in minute 10.
  clock.advance(20_000)
  log.tick()
  log.record({ context, path: depth, source: 'sounder', at: clock.wall() - 45_000, value: 99 })
  clock.advance(minute)
  log.tick()
  assert.ok(depthsOf(log, 5).includes(99))
  const { to } = forget(log, range(9, 9))
  assert.equal(to, new Date(begin + 11 * minute - 1).toISOString())
  assert.deepEqual(depthsOf(log, 5), minutes(0, 8))
  log.close()
})

test('a deletion that was interrupted is on record, and asking again removes the rest', () => {
  using folder = temporaryFolder()
  const { log, clock } = openRecorded(folder.path, 30)
  clock.isBusy = true
  assert.equal(log.forget(range(5, 25)).next().done, false)
  clock.isBusy = false
  // The program ends without closing the log.
  clock.restart()
  using again = openLog(folder.path, clock)
  const events = again.events(0, 1_000).filter(({ kind }) => kind === 'forgotten')
  assert.deepEqual(
    events.map(({ json }) => JSON.parse(json) as unknown),
    [{ from: begin + 5 * minute, to: begin + 26 * minute - 1 }],
  )
  forget(again, range(5, 25))
  assert.deepEqual(depthsOf(again, 60), [...minutes(0, 4), ...minutes(26, 29)])
})

test('numbers of deleted segments are not given again, and the log does not look shorter', () => {
  using folder = temporaryFolder()
  const { log, clock } = openRecorded(folder.path, 10)
  clock.advance(minute)
  log.tick()
  const before = log.head()
  forget(log, range(0, 30))
  assert.equal(log.head().number, before.number)
  assert.ok(log.head().event > before.event)
  log.close()
  clock.restart()
  using again = openLog(folder.path, clock)
  again.trustTime('gnss', clock.wall())
  assert.ok(again.head().number >= before.number)
  recordMinutes(again, clock, 2)
  const [first] = again.read('own', 0, 10)
  assert.ok(first !== undefined && first.number > before.number)
})

test('a range that ends before it begins is refused', () => {
  using folder = temporaryFolder()
  const { log } = openRecorded(folder.path, 1)
  assert.throws(
    () => log.forget({ from: begin, to: begin - 1 }),
    (error: unknown) => error instanceof MarineDataError && error.code === 'invalid-query',
  )
  log.close()
})

test('a sample that was deleted does not return when its source becomes the preferred one', () => {
  using folder = temporaryFolder()
  const { log, clock } = openRecorded(folder.path, 0)
  const sample = { context, path: depth, source: 'second', at: clock.wall(), value: 9.9 }
  log.record({ ...sample, isPreferred: false })
  clock.advance(5_000)
  log.record({ ...sample, isPreferred: true })
  assert.equal([...log.play(begin, { tier: 'full' })].flatMap((page) => page ?? []).length, 1)
  forget(log, { from: begin, to: clock.wall() })
  log.record({ ...sample, isPreferred: true })
  log.tick()
  assert.deepEqual(depthsOf(log, 1_000), [])
  log.close()
})

test('nor does one that waited for its rate', () => {
  using folder = temporaryFolder()
  const { log, clock } = openRecorded(folder.path, 0)
  for (let number = 0; number < 300; number++) {
    log.record({ context, path: depth, source: 'sounder', at: clock.wall(), value: number })
    clock.advance(1)
  }
  forget(log, { from: begin, to: clock.wall() })
  clock.advance(10_000)
  log.tick()
  assert.deepEqual(depthsOf(log, 1_000), [])
  log.close()
})
