import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { readableEntry } from './readable-log.ts'

const linesOf = (write: (log: pino.Logger) => void): string[] => {
  const lines: string[] = []
  write(pino({ level: 'debug' }, { write: (text) => void lines.push(readableEntry(text)) }))
  return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))
}

test('a line has the level, the plugin, what happened, why, and the other facts', () => {
  const lines = linesOf((log) => {
    log.info({ event: 'server.started', url: 'http://127.0.0.1:3000' }, 'server started')
    log
      .child({ plugin: 'sounder' })
      .warn({ event: 'plugin.failed', fault: 'it exited', attempt: 2 }, 'failed')
    log.error({ event: 'storage.failed', err: new Error('no space left') }, 'could not write')
    log.debug({ ports: [3_000, 3_001] }, 'ports')
  })
  assert.deepEqual(lines, [
    'info server started url=http://127.0.0.1:3000',
    'warn sounder: failed: it exited attempt=2',
    'ERROR could not write: no space left',
    'debug ports ports=[3000,3001]',
  ])
})

test('a line of the log contains no control characters, so that a plugin cannot control the terminal', () => {
  const [line] = linesOf((log) => log.child({ plugin: 'rude' }).warn('\u001b[2J\u001b[31mAll is well\nERROR'))
  assert.equal(line, 'warn rude:  [2J [31mAll is well ERROR')
})
