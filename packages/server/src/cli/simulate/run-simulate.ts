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
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { faultsByPilot, parseSimulate, simulateUsage, type SimulateCommand } from './simulate-command.ts'

const localhost = '127.0.0.1'

/** A simulator that runs, in words. */
interface Running extends AsyncDisposable {
  /** Where it is. */
  readonly address: string
  /** Describes its current activity. */
  readonly state: () => string
  /** Switches a fault of this device on or off. */
  readonly fault: (name: string, isOn: boolean) => void
}

/** A device whose faults are known by these names. */
const faultyWith =
  <Fault extends string>(names: readonly Fault[], fault: (name: Fault, isOn: boolean) => void) =>
  (name: string, isOn: boolean): void => {
    const known = names.find((one) => one === name)
    if (known !== undefined) fault(known, isOn)
  }

type CommandFor<Pilot extends SimulateCommand['pilot']> = Extract<SimulateCommand, { pilot: Pilot }>

const runPypilot = async (command: CommandFor<'pypilot'>): Promise<Running> => {
  const simulator = await PypilotSimulator.start(command)
  const { host = localhost } = command
  return {
    address: `pypilot at ${host}, port ${simulator.port}, NMEA 0183 on port ${simulator.nmea0183Port}`,
    state: () => {
      const { isEnabled, mode, command: held } = simulator.autopilot
      return isEnabled ? `${mode}, holds ${held.toFixed(1)}°` : `disengaged, ${mode}`
    },
    fault: faultyWith(faultsByPilot.pypilot, (name, isOn) => simulator.fault(name, isOn)),
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  }
}

const runNmea0183 = async (command: CommandFor<'nmea0183'>): Promise<Running> => {
  const simulator = await IecSimulator.start(command)
  return {
    address: `heading control system on NMEA 0183 at tcp://${command.host ?? localhost}:${simulator.port}`,
    state: () => simulator.pilot.state,
    fault: faultyWith(faultsByPilot.nmea0183, (name, isOn) => simulator.pilot.fault(name, isOn)),
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  }
}

const runSeatalk1 = async (command: CommandFor<'seatalk1'>): Promise<Running> => {
  const simulator = await Seatalk1Simulator.start(command)
  return {
    address: `pilot on SeaTalk 1, behind a converter at tcp://${command.host ?? localhost}:${simulator.port}`,
    state: () => simulator.pilot.state,
    fault: faultyWith(faultsByPilot.seatalk1, (name, isOn) => simulator.pilot.fault(name, isOn)),
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
  names: readonly (Fault | BusFault)[],
  { name, simulator }: { readonly name: string; readonly simulator: BusSimulator<Fault> },
): Running => ({
  address: `${name} behind a gateway (${gateway}) at tcp://${host}:${simulator.port}`,
  state: () => simulator.pilot.state,
  fault: faultyWith(names, (fault, isOn) => {
    if (isBusFault(fault)) simulator.busFault(fault, isOn)
    else simulator.pilot.fault(fault, isOn)
  }),
  [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
})

/** Pilots that take no commands of ours: somebody presses the keys of their heads. */
const runWithCrew = async (command: CommandFor<'garmin' | 'furuno'>): Promise<Running> =>
  command.pilot === 'garmin'
    ? runOnBus(command, faultsByPilot.garmin, {
        name: 'Garmin Reactor',
        simulator: await GarminSimulator.start({ ...command, hasCrew: true }),
      })
    : runOnBus(command, faultsByPilot.furuno, {
        name: 'Furuno NavPilot',
        simulator: await FurunoSimulator.start({ ...command, hasCrew: true }),
      })

/** Devices on a bus that obey commands. */
const runObeying = async (
  command: CommandFor<'seatalk1-converter' | 'raymarine' | 'switch-bank' | 'navico'>,
): Promise<Running> => {
  if (command.pilot === 'seatalk1-converter')
    return runOnBus(command, faultsByPilot['seatalk1-converter'], {
      name: 'converter to SeaTalk 1',
      simulator: await ConverterSimulator.start(command),
    })
  if (command.pilot === 'raymarine')
    return runOnBus(command, faultsByPilot.raymarine, {
      name: `Raymarine ${(command.variant ?? 'ev-1').toUpperCase()}`,
      simulator: await RaymarineSimulator.start(command),
    })
  if (command.pilot === 'switch-bank')
    return runOnBus(command, faultsByPilot['switch-bank'], {
      name: 'switch bank 0',
      simulator: await SwitchBankSimulator.start(command),
    })
  return runOnBus(command, faultsByPilot.navico, {
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

/** Which faults of a device are on. */
class FaultSwitches {
  readonly #names: readonly string[]
  readonly #device: Pick<Running, 'fault'>
  readonly #on = new Set<string>()

  constructor(names: readonly string[], device: Pick<Running, 'fault'>) {
    this.#names = names
    this.#device = device
  }

  /** Switches a fault on, or off again; returns what to tell. */
  change(name: string): string {
    if (!this.#names.includes(name)) return `No fault "${name}". Faults: ${this.#names.join(', ')}`
    const isOn = name === 'reboot' || !this.#on.has(name)
    if (isOn) this.#on.add(name)
    else this.#on.delete(name)
    this.#device.fault(name, isOn)
    return `${name}: ${isOn ? 'on' : 'off'}`
  }
}

/** Whether we may read from our terminal. In the background, as with `&`, a shell would stop us for it. */
const mayRead = (): boolean => {
  if (!process.stdin.isTTY) return true
  try {
    const [, , group, , , terminalGroup] = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /, '')
      .split(' ')
    return group === terminalGroup
  } catch {
    // Not Linux.
    return true
  }
}

/** Takes what is typed, line by line. */
const takeLines = (onLine: (line: string) => void): Disposable | undefined => {
  if (!mayRead()) return undefined
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    const text = line.trim()
    if (text !== '') onLine(text)
  })
  return { [Symbol.dispose]: () => lines.close() }
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
  const faults = new FaultSwitches(faultsByPilot[command.pilot], running)
  for (const fault of command.faults) faults.change(fault)
  using _typed = takeLines((line) => process.stdout.write(`${faults.change(line)}\n`))
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
