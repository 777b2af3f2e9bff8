import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** The client for Python in this repository. */
export const pythonClient = join(root, 'clients', 'python')

/** A Python that has the package `websockets`. Debian's own has it with `apt install python3-websockets`. */
export const pythonWithWebSockets = (): string => {
  const candidates = [process.env['PYTHON'] ?? 'python3', '/usr/bin/python3']
  const found = candidates.find(
    (program) => spawnSync(program, ['-c', 'import websockets'], { timeout: 60_000 }).status === 0,
  )
  return found ?? assert.fail('No Python has the package websockets: apt install python3-websockets')
}
