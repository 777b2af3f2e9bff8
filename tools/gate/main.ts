/**
 * Everything that must hold on a clean clone. The last line is "N passed, N failed": every test, and one for each step.
 * `--list` prints the steps, `--only check,unit` runs these steps and what they need. GATE_SECONDS is the
 * most that all steps may take, and GATE_LOGS a folder that keeps their output.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Gate } from './gate.ts'
import { withNeeds } from './schedule.ts'
import { steps } from './steps.ts'

const root = join(import.meta.dirname, '..', '..')
/** The most that all steps may take together. A quiet machine with two processors needs a quarter of it. */
const gateSeconds = Number(process.env['GATE_SECONDS'] ?? 3_000)

const { values } = parseArgs({
  options: { list: { type: 'boolean', default: false }, only: { type: 'string' } },
})

const printList = (): void => {
  for (const { name, sentence, command, needs = [], processors = 1, limit } of steps) {
    console.log(`${name.padEnd(16)} ${sentence}`)
    const need = needs.length > 0 ? `, needs ${needs.join(' and ')}` : ''
    console.log(`${' '.repeat(17)}${command} (processors: ${processors}, at most ${limit} s${need})`)
  }
  console.log('\nTrials, which run every night: npm run trial -- --list')
}

const runGate = async (): Promise<void> => {
  Object.assign(process.env, { CI: 'true', NO_COLOR: '1', npm_config_update_notifier: 'false' })
  delete process.env['FORCE_COLOR']
  process.env['PATH'] = `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`
  const chosen = values.only === undefined ? steps : withNeeds(steps, values.only.split(','))
  const gate = new Gate(chosen, {
    root,
    processors: 2,
    limit: gateSeconds,
    print: (line) => console.log(line),
    logs: process.env['GATE_LOGS'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => gate.stop(signal))
  process.exitCode = (await gate.run()) ? 0 : 1
}

if (values.list) printList()
else await runGate()
