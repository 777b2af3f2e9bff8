import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AisTrial, decoded } from '#testing/ais-trial.ts'
import { withChecksum } from './checksum.ts'

const first = '!AIVDM,2,1,3,B,55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E53,0*3E'
const second = '!AIVDM,2,2,3,B,1@0000000000000,2*55'
const otherFirst = '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C'
const otherSecond = '!AIVDM,2,2,1,A,88888888880,2*25'

const moored = '!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C'

/** The first part of a message with another id. */
const begun = (sequence: number, channel: string): string =>
  withChecksum(`AIVDM,2,1,${sequence},${channel},55P5TL01VIaAL@7WKO@mBplU@<PDhh0,0`, '!')

const namesIn = (reports: readonly { readonly values: Readonly<Record<string, unknown>> }[]): unknown[] =>
  reports.map(({ values }) => values['name'])

test('accepts parts in any order', () => {
  assert.deepEqual(decoded(second, first), decoded(first, second))
  assert.deepEqual(namesIn(decoded(second, first)), ['MT.MITCHELL'])
})

test('separates the parts of two messages with other messages in between', () => {
  const trial = new AisTrial()
  const reports = [otherFirst, first, moored, otherSecond, second].flatMap((line) => trial.hear(line))
  assert.deepEqual(namesIn(reports), [undefined, 'EVER DIADEM', 'MT.MITCHELL'])
})

test('joins a message of three parts', () => {
  const payload = '55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E531@0000000000000'
  const lines = [payload.slice(0, 25), payload.slice(25, 50), payload.slice(50)].map((part, index) =>
    withChecksum(`AIVDM,3,${index + 1},7,A,${part},${index === 2 ? 2 : 0}`, '!'),
  )
  assert.deepEqual(namesIn(decoded(...lines.toReversed())), ['MT.MITCHELL'])
})

test('drops a message with a lost part, and a single part is no message', () => {
  const trial = new AisTrial()
  assert.deepEqual(trial.hear(first), [])
  assert.deepEqual(trial.hear(otherSecond), [])
  trial.clock.pass(5_001)
  assert.deepEqual(trial.hear(second), [], 'too late')
  assert.equal(trial.decoder.unfinished, 2)
})

test('a repeated part starts a new message', () => {
  const trial = new AisTrial()
  trial.hear(begun(3, 'B'))
  trial.hear(first)
  assert.deepEqual(namesIn(trial.hear(second)), ['MT.MITCHELL'])
  assert.equal(trial.decoder.unfinished, 1)
  assert.deepEqual(trial.hear(second), [], 'nothing is left of it')
})

test('does not join parts of another channel or another number of parts', () => {
  const trial = new AisTrial()
  trial.hear(first)
  assert.deepEqual(trial.hear(withChecksum('AIVDM,2,2,3,A,1@0000000000000,2', '!')), [])
  assert.deepEqual(trial.hear(withChecksum('AIVDM,3,2,3,B,1@0000000000000,0', '!')), [])
  assert.deepEqual(namesIn(trial.hear(second)), ['MT.MITCHELL'])
})

test('holds at most sixteen incomplete messages and drops the oldest', () => {
  const trial = new AisTrial()
  trial.hear(first)
  for (let number = 0; number < 15; number++) trial.hear(begun(number % 10, number < 10 ? 'A' : 'C'))
  assert.equal(trial.decoder.unfinished, 0)
  trial.hear(begun(9, 'D'))
  assert.equal(trial.decoder.unfinished, 1)
  assert.deepEqual(trial.hear(second), [], 'it was the oldest')
})

test('refuses an invalid part', () => {
  const trial = new AisTrial()
  const bodies = [
    'AIVDM,2,3,3,B,1@00,0',
    'AIVDM,0,0,3,B,1@00,0',
    'AIVDM,6,1,3,B,1@00,0',
    'AIVDM,2,1,,B,1@00,0',
    'AIVDM,2,1,3,B,1@00,2',
    'AIVDM,1,1,,B,1@00,6',
    'AIVDM,1,1,,B,,0',
    'AIVDM,1,1,,B,1@00',
    'AIVDM,1,1,,B,1@00,0,0',
    'AIVDM,1,1,,B,1@0x0,0',
    'AIVDM,1,1,,B,1@0Z0,0',
    'AIVDM,a,b,,B,1@00,0',
    'AIVDM',
  ]
  for (const body of bodies) assert.deepEqual(trial.hear(withChecksum(body, '!')), [], body)
  assert.equal(trial.tally.refused, bodies.length)
})
