import { Ev1, ev1Modes, type Ev1Variant } from '@marinedata/pilot-simulators'
import type { BusWireOptions } from './bus-wire.ts'
import { HeadFaults } from '../head-faults.ts'

type BusPilotOptions = Omit<BusWireOptions, 'gateway' | 'folder'>

const pace = 20
const groupFunction = 126_208
const command = 1
const pilotMode = [0x63, 0xff, 0x00] as const
const keyPgn = 126_720
const keystroke = [0x3b, 0x9f, 0xf0, 0x81, 0x86] as const
const keys = { auto: 0x01, standby: 0x02 }

const startsWith = (payload: Uint8Array, at: number, bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => payload[at + index] === byte)

const isStandby = (payload: Uint8Array): boolean =>
  startsWith(payload, 1, pilotMode) && payload[12] === 0 && payload[13] === 0

/** A command or a key of a control head, with which an EV-1 or an SPX-30 engages. */
const autoOf = (variant: Ev1Variant) =>
  variant === 'spx-30'
    ? { pgn: keyPgn, payload: Uint8Array.of(...keystroke, 0x21, keys.auto, ~keys.auto & 0xff) }
    : {
        pgn: groupFunction,
        payload: Uint8Array.of(
          1,
          ...pilotMode,
          0xf8,
          4,
          1,
          0x3b,
          7,
          3,
          4,
          4,
          ev1Modes.auto,
          0,
          5,
          0xff,
          0xff,
        ),
      }

/** Of the control head. */
const headAddress = 0
const pilotAddress = 204

const makeEv1 =
  (variant: Ev1Variant): BusWireOptions['make'] =>
  (send) => {
    const ev1 = new Ev1({
      pace,
      variant,
      after: (ms, run) => void setTimeout(run, ms).unref(),
      send: (message, to) => send({ ...message, destination: to === undefined ? 255 : Number(to) }),
    })
    const faults = new HeadFaults(ev1, ['no-ack', 'late', 'refuses', 'ignores', 'ack-only'])
    const head = { from: String(headAddress), isAddressed: true, ownAddress: pilotAddress }
    return {
      pace,
      boat: ev1.boat,
      get isSteering() {
        return ev1.mode !== 'standby'
      },
      handle: (message, { from, ownAddress }) =>
        ev1.receive({ ...message, from: String(from), isAddressed: true, ownAddress }),
      step: (now) => ev1.step(now),
      engage: () => faults.without(() => void ev1.receive({ ...autoOf(variant), ...head })),
      place: (heading, windAngle) => ev1.boat.place(heading, windAngle),
      hold: (heading) => ev1.hold((heading * 180) / Math.PI),
      fault: (fault, isOn) => faults.set(fault, isOn),
    }
  }

const codes = { manufacturerCode: 1_851, deviceFunction: 150, deviceClass: 40, uniqueNumber: 180_123 }

/** An EV-1 course computer. */
export const ev1Device: BusPilotOptions = {
  codes,
  model: 'Raymarine EV-1 Course Computer',
  address: pilotAddress,
  make: makeEv1('ev-1'),
  commandIn: ({ pgn, payload, destination: to }) => {
    if (pgn !== groupFunction || payload[0] !== command) return undefined
    return { kind: isStandby(payload) ? 'standby' : 'steer', to }
  },
}

/** An SPX-30 course computer, which obeys keys only. */
export const spxDevice: BusPilotOptions = {
  codes,
  model: 'SPX-30 Course Computer',
  address: pilotAddress,
  make: makeEv1('spx-30'),
  settings: (device) => ({ 'pilot-raymarine': { dialects: [{ device, adjustBy: 'keys' }] } }),
  commandIn: ({ pgn, payload, destination: to }) => {
    if (pgn !== keyPgn || !startsWith(payload, 0, keystroke)) return undefined
    return { kind: payload[6] === keys.standby ? 'standby' : 'steer', to }
  },
}
