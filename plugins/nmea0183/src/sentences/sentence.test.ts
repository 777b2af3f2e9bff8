import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withChecksum } from './decode-trial.ts'
import { parseSentence } from './sentence.ts'

const depth = '$SDDPT,76.1,0.0,100*7A'

test('a sentence is its talker, its type and its fields', () => {
  assert.deepEqual(parseSentence(depth), {
    talker: 'SD',
    type: 'DPT',
    fields: ['76.1', '0.0', '100'],
    isEncapsulated: false,
  })
})

test('what ends a line does not matter', () => {
  for (const end of ['\r\n', '\n', '\r', ' \r\n'])
    assert.deepEqual(parseSentence(depth + end), parseSentence(depth))
})

test('an AIS sentence is packed', () => {
  const sentence = parseSentence('!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C')
  assert.ok('type' in sentence && sentence.isEncapsulated)
  assert.deepEqual(sentence.fields, ['1', '1', '', 'B', '177KQJ5000G?tO`K>RA1wUbN0TKH', '0'])
})

test("a maker's own sentence has the talker P", () => {
  const sentence = parseSentence(withChecksum('PGRME,15.0,M,45.0,M,25.0,M'))
  assert.ok('type' in sentence)
  assert.deepEqual([sentence.talker, sentence.type], ['P', 'GRME'])
})

test('a sentence can have no fields', () => {
  assert.deepEqual(parseSentence('$PYPBS*48'), {
    talker: 'P',
    type: 'YPBS',
    fields: [],
    isEncapsulated: false,
  })
})

test('a TAG block in front is skipped, also several', () => {
  assert.deepEqual(parseSentence(`\\s:r003669945,c:1241544035*4A\\${depth}`), parseSentence(depth))
  assert.deepEqual(parseSentence(`\\g:1-2-73874*55\\s:gps*1A\\${depth}`), parseSentence(depth))
})

test('the checksum may be in small letters', () => {
  assert.deepEqual(parseSentence('$SDDPT,76.1,0.0,100*7a'), parseSentence(depth))
})

test('a wrong checksum, none, half of one, and more behind it are all refused', () => {
  for (const line of [
    '$SDDPT,76.1,0.0,100*7B',
    '$SDDPT,76.1,0.0,100',
    '$SDDPT,76.1,0.0,100*',
    '$SDDPT,76.1,0.0,100*7',
    '$SDDPT,76.1,0.0,100*7A9',
    '$SDDPT,76.1,0.0,100*7A$SDDPT,76.1,0.0,100*7A',
    '$SDDPT,76.1,0.0,100*+7',
  ])
    assert.deepEqual(parseSentence(line), { fault: 'checksum' }, line)
})

test('other text is no sentence', () => {
  for (const line of ['', ' ', 'SDDPT,76.1*00', '\\s:gps*1A\\', '\\', 'hello', '76.1,0.0,100*7A'])
    assert.deepEqual(parseSentence(line), { fault: 'not-a-sentence' }, line)
})

test('a right checksum does not make a sentence', () => {
  for (const body of [
    'SDDP,1',
    'SDDPTX,1',
    'sddpt,1',
    'SDDPT1',
    'SDDPT,1\u0007',
    'SDDPT,1$',
    'SDDPT,1\\',
    '',
  ])
    assert.deepEqual(parseSentence(withChecksum(body)), { fault: 'not-a-sentence' }, body)
})

test('what goes on and on is too long', () => {
  assert.deepEqual(parseSentence(withChecksum(`IIXDR,${'9'.repeat(160)}`)), { fault: 'too-long' })
  assert.deepEqual(parseSentence('x'.repeat(513)), { fault: 'too-long' })
  assert.ok('type' in parseSentence(withChecksum(`IIXDR,${'9'.repeat(150)}`)))
})
