import { PypilotSimulator } from '@marinedata/pilot-simulators'
import { once } from 'node:events'
import type { SimulateCommand } from './simulate-command.ts'

/** Runs a simulated autopilot until SIGINT or SIGTERM, and prints what it does. */
export const runSimulate = async ({ faults, ...options }: SimulateCommand): Promise<void> => {
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await using simulator = await PypilotSimulator.start(options)
  for (const fault of faults) simulator.fault(fault, true)
  const { host = '127.0.0.1' } = options
  const ports = `${simulator.port}, NMEA 0183 on port ${simulator.nmea0183Port}`
  process.stdout.write(`Simulated pypilot at ${host}, port ${ports}\n`)
  let last = ''
  const show = (): void => {
    const { isEnabled, mode, command } = simulator.autopilot
    const text = isEnabled ? `${mode}, holds ${command.toFixed(1)}°` : `disengaged, ${mode}`
    if (text !== last) process.stdout.write(`${text}\n`)
    last = text
  }
  show()
  const timer = setInterval(show, 200)
  try {
    await ended
  } finally {
    clearInterval(timer)
  }
}
