import { IecPilot, Seatalk1LinePilot } from '@marinedata/pilot-simulators'
import { HeadFaults } from '../head-faults.ts'
import type { LineWireOptions } from './line-wire.ts'

type LinePilotOptions = Omit<LineWireOptions, 'gateway' | 'folder'>

const pace = 20
const after = (ms: number, run: () => void): void => void setTimeout(run, ms).unref()
const degreesOf = (angle: number): number => (angle * 180) / Math.PI

/** A heading control system that obeys HTC, with a chart plotter that sends it a course. */
export const iecDevice: LinePilotOptions = {
  settings: { 'pilot-nmea0183': { commands: true } },
  commandIn: (line) => {
    const [address = '', , , , mode] = line.split(',')
    if (!address.endsWith('HTC')) return undefined
    return mode === 'M' ? 'standby' : 'steer'
  },
  make: (send) => {
    const pilot = new IecPilot({ pace, send, after })
    const faults = new HeadFaults(pilot, ['late', 'ignores'])
    return {
      pace,
      boat: pilot.boat,
      get isSteering() {
        return pilot.mode !== 'M'
      },
      receive: (line) => pilot.receive(line),
      step: (now) => {
        pilot.followCourse(pilot.boat.heading)
        pilot.step(now)
      },
      engage: () => pilot.hold(pilot.boat.heading),
      place: (heading, windAngle) => pilot.boat.place(heading, windAngle),
      hold: (heading) => pilot.hold(degreesOf(heading)),
      fault: (fault, isOn) => faults.set(fault, isOn),
    }
  },
}

const standbyKey = '02'
/** A depth on the same SeaTalk. The search of the speed of a serial port needs more than one sentence a second. */
const depth = { line: '$STALK,00,02,00,2C,01*1F', everyMs: 300 }

/** A pilot on SeaTalk 1 that obeys keys, behind a converter. */
export const seatalk1Device: LinePilotOptions = {
  settings: { 'pilot-raymarine': { seatalk1: true } },
  commandIn: (line) => {
    const [address, command, , key] = line.split(',')
    if (address !== '$STALK' || command !== '86') return undefined
    return key === standbyKey ? 'standby' : 'steer'
  },
  make: (send) => {
    const pilot = new Seatalk1LinePilot({ pace, send, after })
    const faults = new HeadFaults(pilot, ['late', 'ignores'])
    let depthAt = 0
    return {
      pace,
      boat: pilot.boat,
      get isSteering() {
        return pilot.mode !== 'standby'
      },
      receive: (line) => pilot.receive(line),
      step: (now) => {
        pilot.step(now)
        if (now - depthAt < depth.everyMs) return
        depthAt = now
        send(depth.line)
      },
      engage: () => pilot.obey('auto'),
      place: (heading, windAngle) => pilot.boat.place(heading, windAngle),
      hold: (heading) => pilot.hold(degreesOf(heading)),
      fault: (fault, isOn) => faults.set(fault, isOn),
    }
  },
}
