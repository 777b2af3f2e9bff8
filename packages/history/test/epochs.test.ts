import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { answerOf, openLog, temporaryFolder, TrialClock } from '#testing/trial-log.ts'
import { recordMinute } from '#testing/trial-minute.ts'

const begin = Date.UTC(2026, 5, 1, 12)
const voltage = 'electrical.batteries.house.voltage'
const question = {
  context: 'vessels.self',
  from: begin,
  to: begin + 3_600_000,
  resolution: 60,
  columns: [{ path: voltage }],
}

const record = (folder: string, clock: TrialClock, minutes: number): ReturnType<typeof openLog> => {
  const log = openLog(folder, clock)
  log.trustTime('gnss', clock.wall())
  for (let minute = 0; minute < minutes; minute++) recordMinute(log, clock, minute)
  return log
}

const cellsOf = (log: ReturnType<typeof openLog>): number =>
  answerOf(log, question).rows.filter(([, cell]) => cell !== null).length

test('a log that is opened again continues its numbers', () => {
  using folder = temporaryFolder()
  const clock = new TrialClock(begin)
  const first = record(folder.path, clock, 5)
  const { epoch, number, event } = first.head()
  first.close()
  clock.restart()
  using again = record(folder.path, clock, 5)
  assert.equal(again.logId, epoch)
  assert.ok(again.head().number > number && again.head().event > event)
})

test('a log that was restored from a copy starts a new epoch, and still answers for the old one', () => {
  using folder = temporaryFolder()
  const clock = new TrialClock(begin)
  const first = record(folder.path, clock, 5)
  const { epoch } = first.head()
  first.close()
  // A copy has another inode. The original stays, so that its inode is not used again.
  for (const name of readdirSync(folder.path)) {
    const file = join(folder.path, name)
    copyFileSync(file, `${file}.copy`)
    renameSync(file, `${file}.original`)
    renameSync(`${file}.copy`, file)
  }
  clock.restart()
  const restored = openLog(folder.path, clock)
  const head = restored.head()
  assert.notEqual(head.epoch, epoch)
  assert.deepEqual([head.number, head.event], [0, 0])
  assert.deepEqual(restored.read('own', 0, 10), [])
  assert.deepEqual(restored.events(0, 10), [])
  restored.trustTime('gnss', clock.wall())
  for (let minute = 0; minute < 3; minute++) recordMinute(restored, clock, minute)
  const numbers = restored.read('own', 0, 10).map(({ number }) => number)
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  )
  const events = restored.events(0, 10)
  assert.deepEqual(
    events.map(({ number }) => number),
    events.map((_, index) => index + 1),
  )
  assert.ok(events.every(({ segment }) => segment >= 1))
  assert.equal(cellsOf(restored), 8)
  restored.close()
  clock.restart()
  using again = openLog(folder.path, clock)
  assert.equal(again.logId, head.epoch, 'the epoch is not started again')
})

test('an epoch that is started on request writes the open minute under the old one', () => {
  using folder = temporaryFolder()
  const clock = new TrialClock(begin)
  using log = record(folder.path, clock, 2)
  const { epoch } = log.head()
  log.record({ context: 'vessels.self', path: voltage, source: 'bus', at: clock.wall(), value: 9 })
  log.startEpoch()
  const head = log.head()
  assert.notEqual(head.epoch, epoch)
  assert.deepEqual([head.number, head.event], [0, 0])
  assert.deepEqual(log.read('own', 0, 10), [])
  assert.equal(cellsOf(log), 3)
  recordMinute(log, clock, 3)
  clock.advance(60_000)
  log.tick()
  assert.equal(log.read('own', 0, 10)[0]?.number, 1)
  // Series keep their identities: blobs of both epochs name them.
  assert.deepEqual(
    log.series(0, 10).map(({ id }) => id),
    [1, 2, 3],
  )
})
