import { degrees } from '@marinedata/model'
import { Ev1 } from '@marinedata/pilot-simulators'
import { PilotBus } from '@marinedata/plugin-api/testing'

export const pilotName = 'c0788c00e7e04312'
export const pilotNode = {
  name: pilotName,
  manufacturer: 'Raymarine',
  model: 'Raymarine EV-1 Course Computer',
} as const

/** A bus with a simulated course computer. */
export const ev1Bus = (options: { readonly pace?: number } = {}): PilotBus<Ev1> =>
  new PilotBus({
    node: pilotNode,
    device: 'raymarine',
    makePilot: (port) => new Ev1({ ...port, ...options }),
    windAngle: ({ boat }) => degrees(boat.windAngle),
  })
