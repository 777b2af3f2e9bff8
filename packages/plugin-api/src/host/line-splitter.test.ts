import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LineSplitter } from './line-splitter.ts'

const linesOf = (...chunks: readonly Buffer[]): string[] => {
  const lines: string[] = []
  const splitter = new LineSplitter((line) => lines.push(line))
  for (const chunk of chunks) splitter.write(chunk)
  splitter.end()
  return lines
}

test('lines are whole however they are cut, letters too', () => {
  const bytes = Buffer.from('Öl über Bord\n\n  \nzweite Zeile\nRest')
  for (let cut = 0; cut <= bytes.length; cut++)
    assert.deepEqual(linesOf(bytes.subarray(0, cut), bytes.subarray(cut)), [
      'Öl über Bord',
      'zweite Zeile',
      'Rest',
    ])
})

test('a line without end is cut, and nothing grows', () => {
  const lines = linesOf(...Array.from({ length: 100 }, () => Buffer.alloc(10_000, 'x')))
  assert.deepEqual(
    lines.map(({ length }) => length),
    [4_096],
  )
})
