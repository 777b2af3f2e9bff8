import { degrees } from '@marinedata/model'
import { NavicoCourseComputer, type NavicoVariant } from '@marinedata/pilot-simulators'
import { PilotBus } from '@marinedata/plugin-api/testing'

export const pilotName = 'c0509600e83acbd0'
export const pilotNode = {
  name: pilotName,
  address: 13,
  manufacturer: 'Simrad',
  model: 'AC42    _Autopilot',
  function: 'Autopilot',
} as const

/** A bus with a simulated course computer. */
export const navicoBus = (
  options: { readonly pace?: number; readonly variant?: NavicoVariant } = {},
): PilotBus<NavicoCourseComputer> =>
  new PilotBus({
    node: pilotNode,
    device: 'navico',
    makePilot: (port) => new NavicoCourseComputer({ ...port, ...options }),
    windAngle: ({ boat }) => degrees(boat.windAngle),
  })

/** Navigation data of a chart plotter: 129283 and 129284 of one moment. */
export const sendCourse = (pilot: NavicoCourseComputer, bearing: number, sid = 1): void => {
  const angle = Math.round(bearing * 10_000)
  const data = new Uint8Array(34)
  data[0] = sid
  data.set([angle & 0xff, angle >> 8], 14)
  const common = { from: 'c0aa820022a00002', isAddressed: false, ownAddress: 13 }
  pilot.receive({ ...common, pgn: 129_283, payload: Uint8Array.of(sid, 0x30, 0, 0, 0, 0, 0xff, 0xff) })
  pilot.receive({ ...common, pgn: 129_284, payload: data })
}
