import { decode, definitions, mapMessage, ownVesselPaths, pathRules } from '@marinedata/nmea2000'
import { PathPattern } from '@marinedata/model'
import { readAnalyzedMessages } from '#testing/corpus.ts'
import { Random } from '#testing/random.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'

/** The paths of real messages, and of random ones of every kind. */
const writtenPaths = (): Set<string> => {
  const paths = new Set<string>()
  const add = (pgn: number, payload: Uint8Array): void => {
    const message = decode(pgn, payload)
    for (const { path } of message === undefined ? [] : mapMessage(message).values) paths.add(path)
  }
  for (const { pgn, payload } of readAnalyzedMessages()) add(pgn, payload)
  const random = new Random(1)
  const small = (): number => (random.below(2) === 0 ? random.below(4) : random.below(256))
  for (const { id, pgn } of definitions)
    if (id in pathRules)
      for (let run = 0; run < 5_000; run++) add(pgn, Uint8Array.from({ length: 40 }, small))
  return paths
}

test('the declared paths are those that messages write: none is missing, none is too many', () => {
  const patterns = ownVesselPaths.map((text) => PathPattern.parse(text) ?? assert.fail(text))
  const used = new Set<string>()
  for (const text of writtenPaths()) {
    const path = { text, segments: text.split('.') }
    const matching = patterns.filter((pattern) => pattern.matches(path))
    assert.ok(matching.length > 0, `${text} is not declared`)
    for (const pattern of matching) used.add(pattern.text)
  }
  assert.deepEqual(
    ownVesselPaths.filter((text) => !used.has(text)),
    [],
  )
})
