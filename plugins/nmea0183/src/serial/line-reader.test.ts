import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LineReader } from './line-reader.ts'

const reading = () => {
  const lines: string[] = []
  let overlong = 0
  const reader = new LineReader(
    (line) => lines.push(line),
    () => overlong++,
  )
  return {
    lines,
    overlong: () => overlong,
    read: (text: string) => reader.read(Buffer.from(text, 'latin1')),
  }
}

test('lines are found however they are cut and ended', () => {
  const { lines, read } = reading()
  for (const piece of ['half a line\r\n$A', 'B\r', '\n$CD\n\n', '$EF\r$G']) read(piece)
  assert.deepEqual(lines, ['$AB', '$CD', '$EF'])
})

test('a port that is opened is in the middle of a line, which is not one', () => {
  const { lines, read } = reading()
  read('DT,1.0,T*00\r\n$WHOLE\r\n')
  assert.deepEqual(lines, ['$WHOLE'])
})

test('a line without an end is let go once, and the next one is read', () => {
  const { lines, overlong, read } = reading()
  read('\n')
  for (let count = 0; count < 1_000; count++) read('x'.repeat(1_000))
  read('\r\n$NEXT\r\n')
  assert.deepEqual(lines, ['$NEXT'])
  assert.equal(overlong(), 1)
})

test('a line of 1,024 letters is one, a longer one is none', () => {
  const { lines, overlong, read } = reading()
  read(`\n${'a'.repeat(1_024)}\n${'b'.repeat(1_025)}\n`)
  assert.deepEqual(lines, ['a'.repeat(1_024)])
  assert.equal(overlong(), 1)
})
