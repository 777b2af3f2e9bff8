import { checksumOf } from '@marinedata/ais'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTags } from './tag-block.ts'

const depth = '$SDDPT,76.1,0.0,100*7A'
const block = (text: string): string => `\\${text}*${checksumOf(text).toString(16).padStart(2, '0')}\\`

test('a line without TAG blocks is its sentence', () => {
  assert.deepEqual(readTags(depth), { text: depth, tags: {} })
})

test('reads source, destination, time and group', () => {
  const line = `${block('g:1-2-73874,s:r003669945,d:plotter,n:157,c:1241544035')}${depth}`
  assert.deepEqual(readTags(line), {
    text: depth,
    tags: {
      group: { line: 1, lines: 2, id: 73_874 },
      source: 'r003669945',
      destination: 'plotter',
      time: 1_241_544_035_000,
    },
  })
})

test('a time in milliseconds is not taken for seconds', () => {
  assert.equal(readTags(`${block('c:1241544035123')}${depth}`).tags.time, 1_241_544_035_123)
})

test('reads several blocks before one sentence', () => {
  const line = `${block('g:1-2-7')}${block('s:gps')}${depth}`
  assert.deepEqual(readTags(line).tags, { group: { line: 1, lines: 2, id: 7 }, source: 'gps' })
})

test('a damaged block says nothing and leaves the sentence', () => {
  for (const damaged of ['\\s:gps*00\\', '\\s:gps\\', '\\*\\', '\\\\', '\\s:gps*zz\\'])
    assert.deepEqual(readTags(damaged + depth), { text: depth, tags: {} }, damaged)
})

test('impossible and unknown entries are ignored', () => {
  const line = `${block('c:soon,g:3-2-1,g:1-2,s:,x:1,__proto__:1,constructor,d:a very long station name')}${depth}`
  assert.deepEqual(readTags(line), { text: depth, tags: {} })
})
