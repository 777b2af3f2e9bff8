import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withChecksum } from '@marinedata/ais'
import { parseSentence } from './sentence.ts'

const depth = '$SDDPT,76.1,0.0,100*7A'

test('parses talker, type and fields', () => {
  assert.deepEqual(parseSentence(depth), {
    talker: 'SD',
    type: 'DPT',
    fields: ['76.1', '0.0', '100'],
    isEncapsulated: false,
  })
})

test('accepts any line end', () => {
  for (const end of ['\r\n', '\n', '\r', ' \r\n'])
    assert.deepEqual(parseSentence(depth + end), parseSentence(depth))
})

test('an AIS sentence is encapsulated', () => {
  const sentence = parseSentence('!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C')
  assert.ok('type' in sentence && sentence.isEncapsulated)
  assert.deepEqual(sentence.fields, ['1', '1', '', 'B', '177KQJ5000G?tO`K>RA1wUbN0TKH', '0'])
})

test('a proprietary sentence has the talker P', () => {
  const sentence = parseSentence(withChecksum('PGRME,15.0,M,45.0,M,25.0,M'))
  assert.ok('type' in sentence)
  assert.deepEqual([sentence.talker, sentence.type], ['P', 'GRME'])
})

test('accepts a sentence without fields', () => {
  assert.deepEqual(parseSentence('$PYPBS*48'), {
    talker: 'P',
    type: 'YPBS',
    fields: [],
    isEncapsulated: false,
  })
})

test('skips one or more TAG blocks', () => {
  assert.deepEqual(parseSentence(`\\s:r003669945,c:1241544035*4A\\${depth}`), parseSentence(depth))
  assert.deepEqual(parseSentence(`\\g:1-2-73874*55\\s:gps*1A\\${depth}`), parseSentence(depth))
})

test('accepts a checksum in lower case', () => {
  assert.deepEqual(parseSentence('$SDDPT,76.1,0.0,100*7a'), parseSentence(depth))
})

test('refuses a wrong, missing or partial checksum, and text after it', () => {
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

test('refuses other text', () => {
  for (const line of ['', ' ', 'SDDPT,76.1*00', '\\s:gps*1A\\', '\\', 'hello', '76.1,0.0,100*7A'])
    assert.deepEqual(parseSentence(line), { fault: 'not-a-sentence' }, line)
})

test('refuses malformed text with a correct checksum', () => {
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

test('refuses a sentence that is too long', () => {
  assert.deepEqual(parseSentence(withChecksum(`IIXDR,${'9'.repeat(160)}`)), { fault: 'too-long' })
  assert.deepEqual(parseSentence('x'.repeat(513)), { fault: 'too-long' })
  assert.ok('type' in parseSentence(withChecksum(`IIXDR,${'9'.repeat(150)}`)))
})
