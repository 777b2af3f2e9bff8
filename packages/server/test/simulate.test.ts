import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

const main = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts')

for (const [pilot, ...words] of [
  ['pypilot', '--nmea0183-port', '0'],
  ['raymarine'],
  ['switch-bank'],
] as const)
  test(
    `marinedata simulate ${pilot} prints its address and its state, and ends with 0`,
    { timeout: 60_000 },
    async () => {
      const args = ['--conditions=@marinedata/source', main, 'simulate', pilot, '--port', '0', ...words]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(child, 'exit')
      using _child = { [Symbol.dispose]: () => void child.kill('SIGKILL') }
      const lines: string[] = []
      for await (const line of createInterface(child.stdout)) {
        lines.push(line)
        if (lines.length === 2) break
      }
      assert.match(lines[0] ?? '', /^Simulated .*[1-9][0-9]{3}/)
      assert.match(lines[1] ?? '', /^(?:disengaged, compass|standby|all off)$/)
      child.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null])
    },
  )
