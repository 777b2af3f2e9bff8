import { FurunoNavPilot, GarminCcu } from '@marinedata/pilot-simulators'
import { PilotBus, type StartedPlugin } from '@marinedata/plugin-api/testing'

/** The id of the pilot that the plugin registers. */
export const device = 'monitored'

/** Manufacturer 229, function 150 of class 40. */
export const garminName = 'c05096001ca90240'
export const garminNode = {
  name: garminName,
  address: 2,
  manufacturer: 'Garmin',
  model: 'GHP Reactor',
  function: 'Autopilot',
} as const

/** The NAME of a real NavPilot, from its recording. */
export const furunoName = 'c0509600e7e14a2b'
export const furunoNode = {
  name: furunoName,
  address: 5,
  manufacturer: 'Furuno',
  model: 'NAVpilot 711C',
  function: 'Autopilot',
} as const

/** A bus with a simulated Garmin. */
export class GarminBus extends PilotBus<GarminCcu> {
  constructor() {
    super({ node: garminNode, device, makePilot: (port) => new GarminCcu(port) })
  }

  /** A Garmin sends its mode only when somebody presses a mode key. */
  override async offerTo(plugin: StartedPlugin): Promise<void> {
    const pressing = setInterval(() => this.pilot.press('standby'), 20)
    try {
      await super.offerTo(plugin)
    } finally {
      clearInterval(pressing)
    }
  }
}

/** A bus with a simulated Furuno. */
export const furunoBus = (): PilotBus<FurunoNavPilot> =>
  new PilotBus({ node: furunoNode, device, makePilot: (port) => new FurunoNavPilot(port) })
