import { MarineDataError, type AnchorQuestion, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnchorQueries } from './anchor-queries.ts'
import { raised, AnchorFixture } from '#testing/anchor-fixture.ts'

const track = { state: 'raised', track: [['2026-07-01T20:00:00Z', 54.4, 10.1]] }

/** Queries with a provider that gives these answers, and the queries it received. */
const memoryOf = (
  boat: AnchorFixture,
  answer: () => Promise<unknown>,
): { readonly memory: AnchorQueries; readonly asked: AnchorQuestion[] } => {
  const asked: AnchorQuestion[] = []
  const memory = new AnchorQueries({
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

test('queries the track at most once a second for any number of clients', async () => {
  const boat = AnchorFixture.with(raised)
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

test('stays are a separate query', async () => {
  const { memory, asked } = memoryOf(AnchorFixture.with(raised), async () => ({ stays: [] }))
  assert.deepEqual(await memory.stays(), { stays: [] })
  assert.deepEqual(
    asked.map(({ name }) => name),
    ['stays'],
  )
})

test('sends no query without a provider that is on-line', async () => {
  const lost = AnchorFixture.with(raised)
  lost.registry.lose('watch')
  for (const boat of [new AnchorFixture(), lost]) {
    const { memory, asked } = memoryOf(boat, async () => track)
    await assert.rejects(memory.track(), isProblem('no-provider'))
    assert.deepEqual(asked, [])
  }
})

test('reports a provider that refuses, times out or sends an invalid answer', async () => {
  const outcomes: readonly (readonly [() => Promise<unknown>, ProblemCode])[] = [
    [() => Promise.reject(new MarineDataError('unsupported-action', 'What?')), 'unsupported-action'],
    [() => Promise.reject(new MarineDataError('unconfirmed', 'No answer')), 'no-provider'],
    [() => Promise.reject(new MarineDataError('plugin-not-running', 'Gone')), 'no-provider'],
    [() => Promise.reject(new TypeError('It fell over')), 'rejected-by-device'],
    [async () => ({ ...track, track: [['yesterday', 54.4, 10.1]] }), 'plugin-failed'],
    [async () => undefined, 'plugin-failed'],
  ]
  for (const [answer, code] of outcomes) {
    const { memory } = memoryOf(AnchorFixture.with(raised), answer)
    await assert.rejects(memory.track(), isProblem(code), code)
  }
})
