import { MarineDataError, type AnchorQuestion, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnchorMemory } from './anchor-memory.ts'
import { raised, TrialAnchor } from './trial-anchor.ts'

const track = { state: 'raised', track: [['2026-07-01T20:00:00Z', 54.4, 10.1]] }

/** A memory whose provider answers so, and what it was asked. */
const memoryOf = (
  boat: TrialAnchor,
  answer: () => Promise<unknown>,
): { readonly memory: AnchorMemory; readonly asked: AnchorQuestion[] } => {
  const asked: AnchorQuestion[] = []
  const memory = new AnchorMemory({
    clock: boat.clock,
    registry: boat.registry,
    ask: (_device, question) => {
      asked.push(question)
      return answer()
    },
  })
  return { memory, asked }
}

const isProblem = (code: ProblemCode) => (error: unknown) =>
  error instanceof MarineDataError && error.code === code

test('the watch is asked for its track once a second, however many want to know', async () => {
  const boat = TrialAnchor.with(raised)
  const { memory, asked } = memoryOf(boat, async () => track)
  const answers = await Promise.all([memory.track(), memory.track(), memory.track()])
  assert.deepEqual(answers, [track, track, track])
  boat.clock.advance(999)
  await memory.track()
  assert.equal(asked.length, 1)
  boat.clock.advance(1)
  await memory.track()
  assert.deepEqual(asked, [
    { name: 'track', input: {} },
    { name: 'track', input: {} },
  ])
})

test('stays are another question', async () => {
  const { memory, asked } = memoryOf(TrialAnchor.with(raised), async () => ({ stays: [] }))
  assert.deepEqual(await memory.stays(), { stays: [] })
  assert.deepEqual(
    asked.map(({ name }) => name),
    ['stays'],
  )
})

test('without a provider, or with one that is off-line, nobody is asked', async () => {
  const lost = TrialAnchor.with(raised)
  lost.registry.lose('watch')
  for (const boat of [new TrialAnchor(), lost]) {
    const { memory, asked } = memoryOf(boat, async () => track)
    await assert.rejects(memory.track(), isProblem('no-provider'))
    assert.deepEqual(asked, [])
  }
})

test('one that does not know, does not answer or tells nonsense is told as such', async () => {
  const outcomes: readonly (readonly [() => Promise<unknown>, ProblemCode])[] = [
    [() => Promise.reject(new MarineDataError('unsupported-action', 'What?')), 'unsupported-action'],
    [() => Promise.reject(new MarineDataError('unconfirmed', 'No answer')), 'no-provider'],
    [() => Promise.reject(new MarineDataError('plugin-not-running', 'Gone')), 'no-provider'],
    [() => Promise.reject(new TypeError('It fell over')), 'rejected-by-device'],
    [async () => ({ ...track, track: [['yesterday', 54.4, 10.1]] }), 'plugin-failed'],
    [async () => undefined, 'plugin-failed'],
  ]
  for (const [answer, code] of outcomes) {
    const { memory } = memoryOf(TrialAnchor.with(raised), answer)
    await assert.rejects(memory.track(), isProblem(code), code)
  }
})
