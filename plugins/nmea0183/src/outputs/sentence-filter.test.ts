import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SentenceFilter } from './sentence-filter.ts'

for (const [filter, passing] of [
  [{}, ['GPRMC', 'AIVDM', 'PGRME']],
  [{ only: ['VDM'] }, ['AIVDM']],
  [{ only: ['GP', 'PGRME'] }, ['GPRMC', 'PGRME']],
  [{ only: [] }, []],
  [{ never: ['GPRMC'] }, ['AIVDM', 'PGRME']],
  [{ never: ['P'] }, ['GPRMC', 'AIVDM']],
  [{ only: ['GP', 'AI'], never: ['VDM'] }, ['GPRMC']],
] as const)
  test(`${JSON.stringify(filter)} lets ${passing.join(', ') || 'nothing'} pass`, () => {
    const sentences = [
      { talker: 'GP', type: 'RMC' },
      { talker: 'AI', type: 'VDM' },
      { talker: 'P', type: 'GRME' },
    ]
    const sieve = new SentenceFilter(filter as { only?: string[]; never?: string[] })
    assert.deepEqual(
      sentences.filter((each) => sieve.passes(each)).map(({ talker, type }) => `${talker}${type}`),
      passing,
    )
  })
