#!/usr/bin/env -S node --conditions=@marinedata/source
import { reportErrors, runUntilSignal, serverVersion } from 'marinedata/process'
import { destination, pino } from 'pino'
import { startProcess } from '#compose/processes.ts'
import { readSettings } from '#settings.ts'
import { parseCommand, usage, type Command } from './command.ts'
import { runOperator } from './run-operator.ts'

const program = 'marinedata-fleet'

const run = async ({ name, roles, settings }: Extract<Command, { kind: 'run' }>): Promise<void> => {
  const setup = readSettings(settings)
  const log = pino({ level: setup.logLevel }, destination({ dest: 2, sync: true }))
  await runUntilSignal(log, async (running, signal, end) => {
    const fail = (reason: string): void => {
      process.stderr.write(`${program}: ${reason}\n`)
      end(reason, 1)
    }
    await startProcess(
      {
        setup,
        name,
        roles,
        log,
        signal,
        fail,
        listening: (role, address) => process.stdout.write(`The ${role} is listening on ${address}\n`),
      },
      running,
    )
    process.stdout.write(`${program} ${name} is running\n`)
    log.info({ event: 'fleet.started', roles }, 'fleet started')
  })
}

const command = parseCommand(process.argv.slice(2))
if (command.kind === 'help') process.stdout.write(usage)
else if (command.kind === 'version') process.stdout.write(`${serverVersion}\n`)
else if (command.kind === 'misused') {
  process.stderr.write(`${program}: ${command.reason}\n\n${usage}`)
  process.exitCode = 2
} else await reportErrors(() => (command.kind === 'run' ? run(command) : runOperator(command)), program)
