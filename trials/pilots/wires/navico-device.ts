import { degrees, radians, turnBetween } from '@marinedata/model'
import { NavicoCourseComputer, type NavicoVariant } from '@marinedata/pilot-simulators'
import type { BusWireOptions } from './bus-wire.ts'
import { HeadFaults } from '../head-faults.ts'

const pace = 20
const command = 130_850
const autopilotCommand = 0x0a
const events = { standby: 0x06, heading: 0x09, change: 0x1a }
const sides = { port: 2, starboard: 3 }
/** The byte of a command that has the address of the pilot: commands are sent to all. */
const addressAt = 2
const pilotAddress = 13
const headAddress = 4

/** A command as a control head of Navico sends it. */
const headCommand = (event: number, ...parameters: readonly number[]): Uint8Array => {
  const payload = new Uint8Array(12).fill(0xff)
  payload.set([0x41, 0x9f, pilotAddress, 0xff, 0xff, autopilotCommand, event, 0, ...parameters])
  return payload
}

/** A chart plotter on the bus: without its navigation data the pilot does not enter its mode nav. */
const sendCourse = (computer: NavicoCourseComputer, sid: number): void => {
  const bearing = Math.round(degrees(computer.boat.heading) * 10_000)
  const data = new Uint8Array(34)
  data[0] = sid
  data.set([bearing & 0xff, bearing >> 8], 14)
  const common = { from: '1', isAddressed: false, ownAddress: pilotAddress }
  computer.receive({ ...common, pgn: 129_283, payload: Uint8Array.of(sid, 0x30, 0, 0, 0, 0, 0xff, 0xff) })
  computer.receive({ ...common, pgn: 129_284, payload: data })
}

const makeComputer =
  (variant: NavicoVariant): BusWireOptions['make'] =>
  (send) => {
    const computer = new NavicoCourseComputer({
      pace,
      variant,
      after: (ms, run) => void setTimeout(run, ms).unref(),
      send: (message, to) => send({ ...message, destination: to === undefined ? 255 : Number(to) }),
    })
    const faults = new HeadFaults(computer, ['no-ack', 'late', 'refuses', 'ignores'])
    const byHead = (payload: Uint8Array): void =>
      faults.without(() => {
        const message = { pgn: command, payload, from: String(headAddress) }
        computer.receive({ ...message, isAddressed: false, ownAddress: pilotAddress })
      })
    let moment = 0
    return {
      pace,
      boat: computer.boat,
      get isSteering() {
        return computer.mode !== 'standby'
      },
      handle: (message, { from, ownAddress }) =>
        computer.receive({ ...message, from: String(from), isAddressed: false, ownAddress }),
      step: (now) => {
        moment = (moment + 1) % 250
        sendCourse(computer, moment)
        computer.step(now)
      },
      engage: () => byHead(headCommand(events.heading)),
      place: (heading, windAngle) => computer.boat.place(heading, windAngle),
      hold: (heading) => {
        const turn = turnBetween(degrees(computer.held ?? 0), radians(heading))
        const number = Math.round(Math.abs(turn) * 10_000)
        const side = turn < 0 ? sides.port : sides.starboard
        byHead(headCommand(events.change, side, number & 0xff, number >> 8))
      },
      fault: (fault, isOn) => faults.set(fault, isOn),
    }
  }

const identities = {
  ac: { manufacturerCode: 1_857, model: 'AC42    _Autopilot' },
  nac: { manufacturerCode: 275, model: 'NAC-2_Autopilot' },
} as const

/** An AC42 or a NAC. */
export const navicoDevice = (variant: NavicoVariant): Omit<BusWireOptions, 'gateway' | 'folder'> => {
  const { manufacturerCode, model } = identities[variant]
  return {
    codes: { manufacturerCode, deviceFunction: 150, deviceClass: 40, uniqueNumber: 1_739_728 },
    model,
    address: pilotAddress,
    make: makeComputer(variant),
    commandIn: ({ pgn, payload }) => {
      if (pgn !== command || payload[5] !== autopilotCommand) return undefined
      const kind = payload[6] === events.standby ? 'standby' : 'steer'
      return { kind, to: payload[addressAt] ?? 0xff }
    },
  }
}
