import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LineReader } from './line-reader.ts'

const reading = (isFirstPartial = true) => {
  const lines: string[] = []
  let overlong = 0
  const reader = new LineReader({
    onLine: (line) => lines.push(line),
    onOverlong: () => overlong++,
    isFirstPartial,
  })
  return {
    lines,
    end: () => reader.end(),
    overlong: () => overlong,
    read: (text: string) => reader.read(Buffer.from(text, 'latin1')),
  }
}

test('finds lines however they are split and ended', () => {
  const { lines, read } = reading()
  for (const piece of ['half a line\r\n$A', 'B\r', '\n$CD\n\n', '$EF\r$G']) read(piece)
  assert.deepEqual(lines, ['$AB', '$CD', '$EF'])
})

test('skips the partial line after opening a port', () => {
  const { lines, read } = reading()
  read('DT,1.0,T*00\r\n$WHOLE\r\n')
  assert.deepEqual(lines, ['$WHOLE'])
})

test('drops an endless line once and reads the next one', () => {
  const { lines, overlong, read } = reading()
  read('\n')
  for (let count = 0; count < 1_000; count++) read('x'.repeat(1_000))
  read('\r\n$NEXT\r\n')
  assert.deepEqual(lines, ['$NEXT'])
  assert.equal(overlong(), 1)
})

test('accepts a line of 1,024 characters and drops a longer one', () => {
  const { lines, overlong, read } = reading()
  read(`\n${'a'.repeat(1_024)}\n${'b'.repeat(1_025)}\n`)
  assert.deepEqual(lines, ['a'.repeat(1_024)])
  assert.equal(overlong(), 1)
})

test('reads the first line of a datagram, and its last one without a line end', () => {
  const { lines, end, read } = reading(false)
  read('$AB\r\n$CD')
  end()
  read('$EF\r\n')
  end()
  assert.deepEqual(lines, ['$AB', '$CD', '$EF'])
})
