import {
  busFaults,
  ConverterSimulator,
  FurunoSimulator,
  GarminSimulator,
  IecSimulator,
  NavicoSimulator,
  PypilotSimulator,
  RaymarineSimulator,
  Seatalk1Simulator,
  SwitchBankSimulator,
  type BusFault,
} from '@marinedata/pilot-simulators'
import { once } from 'node:events'
import { parseSimulate, simulateUsage, type SimulateCommand } from './simulate-command.ts'

const localhost = '127.0.0.1'

/** A simulator that runs, in words. */
interface Running extends AsyncDisposable {
  /** Where it is. */
  readonly address: string
  /** What it does now. */
  readonly state: () => string
}

type CommandFor<Pilot extends SimulateCommand['pilot']> = Extract<SimulateCommand, { pilot: Pilot }>

const runPypilot = async (command: CommandFor<'pypilot'>): Promise<Running> => {
  const simulator = await PypilotSimulator.start(command)
  for (const fault of command.faults) simulator.fault(fault, true)
  const { host = localhost } = command
  return {
    address: `pypilot at ${host}, port ${simulator.port}, NMEA 0183 on port ${simulator.nmea0183Port}`,
    state: () => {
      const { isEnabled, mode, command: held } = simulator.autopilot
      return isEnabled ? `${mode}, holds ${held.toFixed(1)}°` : `disengaged, ${mode}`
    },
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  }
}

const runNmea0183 = async (command: CommandFor<'nmea0183'>): Promise<Running> => {
  const simulator = await IecSimulator.start(command)
  for (const fault of command.faults) simulator.pilot.fault(fault, true)
  return {
    address: `heading control system on NMEA 0183 at tcp://${command.host ?? localhost}:${simulator.port}`,
    state: () => simulator.pilot.state,
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  }
}

const runSeatalk1 = async (command: CommandFor<'seatalk1'>): Promise<Running> => {
  const simulator = await Seatalk1Simulator.start(command)
  for (const fault of command.faults) simulator.pilot.fault(fault, true)
  return {
    address: `pilot on SeaTalk 1, behind a converter at tcp://${command.host ?? localhost}:${simulator.port}`,
    state: () => simulator.pilot.state,
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  }
}

/** A simulator on a bus, as the command line needs it. */
interface BusSimulator<Fault extends string> extends AsyncDisposable {
  readonly port: number
  readonly pilot: { readonly state: string; fault(name: Fault, isOn: boolean): void }
  busFault(name: BusFault, isOn: boolean): void
}

const isBusFault = (name: string): name is BusFault => (busFaults as readonly string[]).includes(name)

const runOnBus = <Fault extends string>(
  { gateway = 'yacht-devices', host = localhost }: Pick<CommandFor<'navico'>, 'gateway' | 'host'>,
  faults: readonly (Fault | BusFault)[],
  { name, simulator }: { readonly name: string; readonly simulator: BusSimulator<Fault> },
): Running => {
  for (const fault of faults)
    if (isBusFault(fault)) simulator.busFault(fault, true)
    else simulator.pilot.fault(fault, true)
  return {
    address: `${name} behind a gateway (${gateway}) at tcp://${host}:${simulator.port}`,
    state: () => simulator.pilot.state,
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  }
}

/** Pilots that take no commands of ours: somebody presses the keys of their heads. */
const runWithCrew = async (command: CommandFor<'garmin' | 'furuno'>): Promise<Running> =>
  command.pilot === 'garmin'
    ? runOnBus(command, command.faults, {
        name: 'Garmin Reactor',
        simulator: await GarminSimulator.start({ ...command, hasCrew: true }),
      })
    : runOnBus(command, command.faults, {
        name: 'Furuno NavPilot',
        simulator: await FurunoSimulator.start({ ...command, hasCrew: true }),
      })

/** Devices on a bus that obey commands. */
const runObeying = async (
  command: CommandFor<'seatalk1-converter' | 'raymarine' | 'switch-bank' | 'navico'>,
): Promise<Running> => {
  if (command.pilot === 'seatalk1-converter')
    return runOnBus(command, command.faults, {
      name: 'converter to SeaTalk 1',
      simulator: await ConverterSimulator.start(command),
    })
  if (command.pilot === 'raymarine')
    return runOnBus(command, command.faults, {
      name: `Raymarine ${(command.variant ?? 'ev-1').toUpperCase()}`,
      simulator: await RaymarineSimulator.start(command),
    })
  if (command.pilot === 'switch-bank')
    return runOnBus(command, command.faults, {
      name: 'switch bank 0',
      simulator: await SwitchBankSimulator.start(command),
    })
  return runOnBus(command, command.faults, {
    name: command.variant === 'nac' ? 'Navico NAC' : 'Navico AC42',
    simulator: await NavicoSimulator.start(command),
  })
}

const run = async (command: SimulateCommand): Promise<Running> => {
  if (command.pilot === 'pypilot') return await runPypilot(command)
  if (command.pilot === 'nmea0183') return await runNmea0183(command)
  if (command.pilot === 'seatalk1') return await runSeatalk1(command)
  if (command.pilot === 'garmin' || command.pilot === 'furuno') return await runWithCrew(command)
  return await runObeying(command)
}

/** Runs a simulated device until SIGINT or SIGTERM, and prints what it does. */
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
