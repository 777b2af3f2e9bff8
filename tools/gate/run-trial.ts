/** Runs one trial of the table by its name, as the nightly workflow does. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { trials } from './trials.ts'

const [name] = process.argv.slice(2)
const trial = trials.find((each) => each.name === name)
if (trial === undefined) throw new Error(`The trials are ${trials.map((each) => each.name).join(', ')}`)
const root = join(import.meta.dirname, '..', '..')
const path = `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`
const { status } = spawnSync('bash', ['-c', trial.command], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: path, CI: 'true' },
})
process.exitCode = status ?? 1
