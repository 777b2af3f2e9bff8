import { PypilotSimulator, RaymarineSimulator } from '@marinedata/pilot-simulators'
import { once } from 'node:events'
import { parseSimulate, simulateUsage, type SimulateCommand } from './simulate-command.ts'

/** A simulator that runs, in words. */
interface Running extends AsyncDisposable {
  /** Where it is. */
  readonly address: string
  /** What it does now. */
  readonly state: () => string
}

const run = async (command: SimulateCommand): Promise<Running> => {
  const { host = '127.0.0.1' } = command
  if (command.pilot === 'pypilot') {
    const simulator = await PypilotSimulator.start(command)
    for (const fault of command.faults) simulator.fault(fault, true)
    return {
      address: `pypilot at ${host}, port ${simulator.port}, NMEA 0183 on port ${simulator.nmea0183Port}`,
      state: () => {
        const { isEnabled, mode, command: held } = simulator.autopilot
        return isEnabled ? `${mode}, holds ${held.toFixed(1)}°` : `disengaged, ${mode}`
      },
      [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
    }
  }
  const simulator = await RaymarineSimulator.start(command)
  for (const fault of command.faults) simulator.ev1.fault(fault, true)
  return {
    address: `Raymarine EV-1 behind a gateway (${command.gateway ?? 'yacht-devices'}) at tcp://${host}:${simulator.port}`,
    state: () => simulator.ev1.mode,
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  }
}

/** Runs a simulated autopilot until SIGINT or SIGTERM, and prints what it does. */
export const runSimulate = async (args: readonly string[]): Promise<void> => {
  const command = parseSimulate(args)
  if (command.kind === 'help') process.stdout.write(simulateUsage)
  else if (command.kind === 'simulate') await runUntilSignal(command)
  else {
    process.stderr.write(`marinedata: ${command.reason}\n\n${simulateUsage}`)
    process.exitCode = 2
  }
}

const runUntilSignal = async (command: SimulateCommand): Promise<void> => {
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await using running = await run(command)
  process.stdout.write(`Simulated ${running.address}\n`)
  let last = ''
  const show = (): void => {
    const state = running.state()
    if (state !== last) process.stdout.write(`${state}\n`)
    last = state
  }
  show()
  const timer = setInterval(show, 200)
  try {
    await ended
  } finally {
    clearInterval(timer)
  }
}
