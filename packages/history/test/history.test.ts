import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordIntoBudget } from '#testing/budget-trial.ts'
import { recordWithWrongClock } from '#testing/clock-trial.ts'
import { checkRandomRows, checkRandomSeries, feedDamagedBlobs } from '#testing/codec-trials.ts'
import { killWhileRecording, openTornJournals } from '#testing/power-trials.ts'
import { askRandomQuestions } from '#testing/question-trial.ts'

// The short form of `npm run trial -- history`.

test('what was recorded is read back within half a step', () => {
  checkRandomSeries(300)
  checkRandomRows(100)
})

test('damaged blobs are recognized, and never end the program', () => {
  assert.equal(feedDamagedBlobs(1_000), 0)
})

test('a recorder that is killed loses nothing that was on disk', async () => {
  const { lost, damaged } = await killWhileRecording(5)
  assert.deepEqual({ lost, damaged }, { lost: 0, damaged: 0 })
})

test('after a power cut the log opens with a whole prefix of its segments', () => {
  assert.equal(openTornJournals(50).bad, 0)
})

test('answers are those of a plain computation from every sample', () => {
  assert.deepEqual(askRandomQuestions(150).wrong, [])
})

test('what a computer with a wrong clock recorded gets its true time', () => {
  const { recorded, ...figures } = recordWithWrongClock()
  assert.deepEqual(figures, { found: recorded, misordered: 0, mistimed: 0, inRightDay: 26 })
})

test('a small budget is kept, and every hole is reported', () => {
  const { worstOverBytes, isHoleReported, isMinuteThere, order } = recordIntoBudget(12, 150_000, 240)
  assert.ok(worstOverBytes < 20_000, `${worstOverBytes} bytes over`)
  assert.ok(isHoleReported && isMinuteThere)
  assert.deepEqual(order.slice(0, 2), ['others', 'own'])
})
