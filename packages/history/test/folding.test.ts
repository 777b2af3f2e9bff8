import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog, temporaryFolder, TrialClock } from '#testing/trial-log.ts'
import { recordMinute } from '#testing/trial-minute.ts'

const begin = Date.UTC(2026, 5, 1, 12)
const minutes = 20
const dayMs = 86_400_000

/** Every piece of work takes longer than a slice, so that everything pauses as often as it can. */
class SlowClock extends TrialClock {
  override mono(): number {
    this.advance(50)
    return super.mono()
  }
}

const recorded = (folder: string): void => {
  const clock = new TrialClock(begin)
  using log = openLog(folder, clock)
  log.trustTime('gnss', clock.wall())
  for (let minute = 0; minute < minutes; minute++) recordMinute(log, clock, minute)
}

/** Plays the minutes while the sheets of the day are written, beginning after some steps of that work. */
const playedDuringFolding = (stepsBefore: number, stepsBetween: number): number[] => {
  using folder = temporaryFolder()
  recorded(folder.path)
  const clock = new SlowClock(begin + dayMs)
  using log = openLog(folder.path, clock)
  for (let step = 0; step < stepsBefore; step++) log.tick()
  const times: number[] = []
  let count = 0
  for (const page of log.play(begin, { tier: 'minute', to: begin + minutes * 60_000 })) {
    for (const { path, at } of page ?? []) if (path === 'electrical.batteries.house.voltage') times.push(at)
    if (++count % stepsBetween === 0) log.tick()
  }
  return times
}

test('a minute is played once, also when only some sheets of its day are written', () => {
  const wanted = Array.from({ length: minutes }, (_, minute) => begin + minute * 60_000)
  for (let before = 0; before < 60; before++)
    for (const between of [1, 2, 5])
      assert.deepEqual(
        playedDuringFolding(before, between),
        wanted,
        `after ${before} steps, every ${between}`,
      )
})
