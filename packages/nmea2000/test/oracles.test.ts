import { readAnalyzedMessages, readGoldenSamples } from '#testing/corpus.ts'
import { compareWithAnalyzer, compareWithGolden, findChangedByEncoding } from '#testing/decode-oracles.ts'
import { feedHostileCalls } from '#testing/hostile-calls.ts'
import { feedHostileFrames } from '#testing/hostile-frames.ts'
import { runInterleaved } from '#testing/interleaved.ts'
import { Random } from '#testing/random.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'

const corpus = readAnalyzedMessages()

test('real messages are decoded as canboat decodes them', () => {
  const { messages, fields, different } = compareWithAnalyzer(corpus)
  assert.deepEqual(different, [])
  assert.ok(messages >= 160_000, `${messages} messages`)
  assert.ok(fields >= 700_000, `${fields} fields`)
})

test("the samples of canboat's database have the values that its authors expect", () => {
  const { messages, different } = compareWithGolden(readGoldenSamples())
  assert.deepEqual(different, [])
  assert.ok(messages >= 275, `${messages} samples`)
})

test('real messages are the same after encoding and decoding', () => {
  const { messages, changed } = findChangedByEncoding(corpus)
  assert.ok(messages >= 160_000, `${messages} messages`)
  // Two of its values mean "out of range", which is encoded as "not available": another message then fits.
  assert.deepEqual(changed, { simnetEvent: 2 })
})

test('interleaved, reordered and lost frames never make a mixed message', () => {
  for (let seed = 0; seed < 500; seed++) {
    const { wrong, missed, received } = runInterleaved(new Random(seed))
    assert.deepEqual({ wrong, missed }, { wrong: 0, missed: 0 }, `seed ${seed}`)
    assert.ok(received > 0)
  }
})

test('random and mutated frames neither throw nor give values that are not finite', () => {
  for (const given of [undefined, corpus]) {
    const { messages, notFinite, mostOpen } = feedHostileFrames(100_000, new Random(7), given)
    assert.ok(messages > 0)
    assert.equal(notFinite, 0)
    assert.ok(mostOpen <= 300, `${mostOpen} messages open`)
  }
})

test('wrong messages about distress give only values within their schema', () => {
  const { faults, values, alerts } = feedHostileCalls(20_000, new Random(1))
  assert.equal(faults, 0)
  assert.ok(values > 1_000 && alerts > 1_000, `${values} values, ${alerts} alerts`)
})
