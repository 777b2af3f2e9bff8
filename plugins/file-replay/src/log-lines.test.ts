import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { logLines, longestLine, type LogLine } from './log-lines.ts'

const linesIn = async (content: string): Promise<LogLine[]> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'log-lines-'))
  const file = join(folder.path, 'log.jsonl')
  await writeFile(file, content)
  const lines: LogLine[] = []
  for await (const line of logLines(file)) lines.push(line)
  return lines
}

test('splits a file into lines, each with the offset after it', async () => {
  assert.deepEqual(await linesIn('one\nåtta\n\nlast'), [
    { text: 'one', end: 4 },
    { text: 'åtta', end: 10 },
    { text: '', end: 11 },
    { text: 'last', end: 15 },
  ])
})

test('an empty file has no lines', async () => {
  assert.deepEqual(await linesIn(''), [])
})

test('accepts a line as long as a message and skips a longer one', async () => {
  const longest = 'x'.repeat(longestLine)
  const lines = await linesIn(`${longest}\n${longest}x\n${'y'.repeat(3 * longestLine)}\nshort\n${longest}y`)
  assert.deepEqual(
    lines.map(({ text }) => text?.length),
    [longestLine, undefined, undefined, 5, undefined],
  )
})

test('keeps characters whole that are split between two chunks', async () => {
  const line = 'ååååååå'.repeat(1_000)
  const lines = await linesIn(`${line}\n`.repeat(20))
  assert.ok(lines.every(({ text }) => text === line))
})
