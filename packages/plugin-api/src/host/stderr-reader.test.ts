import { stderrLimits } from '#protocol/limits.ts'
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { StderrReader } from './stderr-reader.ts'

/** A plugin's stderr that delivers its input at once. */
const reading = () => {
  const stream = new Readable({ read: () => undefined })
  const clock = { now: 0 }
  const lines: string[] = []
  const reader = new StderrReader(
    stream,
    (line) => lines.push(line),
    () => clock.now,
  )
  const write = (chunk: Buffer | string): boolean => stream.emit('data', Buffer.from(chunk))
  return { stream, clock, lines, reader, write }
}

const { linesPerSecond, bytesPerSecond, burstSeconds, lineBytes, tailBytes } = stderrLimits

test('reassembles lines and characters that are split between chunks', () => {
  const bytes = Buffer.from('Öl über Bord\n\n  \nzweite Zeile\nRest')
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { reader, lines, write } = reading()
    write(bytes.subarray(0, cut))
    write(bytes.subarray(cut))
    reader.end()
    assert.deepEqual(lines, ['Öl über Bord', 'zweite Zeile', 'Rest'])
  }
})

test('cuts an endless line and bounds memory', () => {
  const { reader, lines, write } = reading()
  for (let chunk = 0; chunk < 100; chunk++) write(Buffer.alloc(10_000, 'x'))
  reader.end()
  assert.deepEqual(
    lines.map(({ length }) => length),
    [lineBytes],
  )
  assert.equal(reader.tail.length, tailBytes)
})

test('drops lines beyond the limit, and emits lines again when there is room', () => {
  const { reader, lines, write, clock } = reading()
  write('x\n'.repeat(30_000))
  assert.equal(lines.length, linesPerSecond * burstSeconds)
  assert.equal(reader.droppedBytes, 60_000 - 2 * linesPerSecond * burstSeconds)
  write('half a line, ')
  clock.now += 1_000
  write('its end\nwhole\n')
  assert.deepEqual(lines.slice(linesPerSecond * burstSeconds), ['half a line, its end', 'whole'])
})

test('drops the rest of a line whose start was dropped', () => {
  const { lines, write, clock } = reading()
  write(`${'x\n'.repeat(1_000)}beginning `)
  clock.now += 1_000
  write('end\nnext\n')
  assert.deepEqual(lines.slice(linesPerSecond * burstSeconds), ['next'])
})

test('pauses a plugin that floods stderr and measures how long it exceeds the limit', () => {
  const { reader, stream, write, clock } = reading()
  write(Buffer.alloc(bytesPerSecond * burstSeconds, '\n'))
  assert.equal(stream.isPaused(), false)
  assert.equal(reader.overLimitMs, 0)
  write(Buffer.alloc(65_536, '\n'))
  assert.equal(stream.isPaused(), true)
  clock.now += 700
  write(Buffer.alloc(bytesPerSecond, '\n'))
  assert.equal(reader.overLimitMs, 700)
  clock.now += 10_000
  assert.equal(reader.overLimitMs, 0)
  reader.end()
})
