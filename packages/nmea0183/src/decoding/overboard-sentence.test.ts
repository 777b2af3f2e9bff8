import { parseSentence } from '#lines/sentence.ts'
import { alertVectors } from '#testing/distress-vectors.ts'
import { withChecksum } from '@marinedata/ais'
import type { OverboardReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overboardIn } from './overboard-sentence.ts'

const read = (line: string): OverboardReport | undefined => {
  const sentence = parseSentence(line)
  assert.ok(!('fault' in sentence))
  return overboardIn(sentence)
}

const vector = (id: string): OverboardReport | undefined =>
  read(alertVectors.find((each) => each.id === id)?.sentence ?? '')

test('reads a button, a tag and a test', () => {
  const active = { activatedAt: 50_600, isBatteryLow: false }
  assert.deepEqual(vector('mob-button'), {
    ...active,
    state: 'active',
    emitter: '0',
    position: { latitude: 50 + 20 / 60, longitude: -(4 + 10 / 60) },
  })
  const position = { latitude: 50 + 20.3 / 60, longitude: -(4 + 9.5 / 60) }
  assert.deepEqual(vector('mob-active'), { ...active, state: 'active', emitter: '0A1B2', position })
  assert.deepEqual(vector('mob-test'), { ...active, state: 'test', emitter: '0A1B2', position })
})

test('a tag without a position and with a low battery', () => {
  assert.deepEqual(read(withChecksum('INMOB,a1,A,,,,,,,,,,,,1')), {
    state: 'active',
    emitter: 'A1',
    position: undefined,
    activatedAt: undefined,
    isBatteryLow: true,
  })
})

test('an error, an unknown emitter and other sentences say nothing', () => {
  for (const body of ['INMOB,0A1B2,E,,,,,,,,,,,,', 'INMOB,a.b,A,,,,,,,,,,,,', 'PXMOB,1,A,,,,,,,,,,,,'])
    assert.equal(read(withChecksum(body)), undefined)
  assert.equal(vector('ack'), undefined)
})
