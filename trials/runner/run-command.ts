import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Report } from './run-cases.ts'

const root = join(import.meta.dirname, '../..')

/** Runs a command in the root of the repository, with its output as progress. It passes when it exits with 0. */
export async function runCommand(command: string, report: Report): Promise<void> {
  const child = spawn('bash', ['-c', command], { cwd: root, stdio: ['ignore', 2, 2] })
  const [code] = (await once(child, 'exit')) as [number | null]
  report(code === 0, code === 0 ? {} : { code: code ?? child.signalCode })
}
