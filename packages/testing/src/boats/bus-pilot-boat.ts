import type { PilotGateway } from '@marinedata/pilot-simulators'
import { join, resolve } from 'node:path'
import { BoatStore } from 'marinedata/boat-store'
import { startBoat, type Boat } from './start-boat.ts'

const plugins = join(import.meta.dirname, '..', '..', '..', '..', 'plugins')

interface BusPlace {
  readonly kind: PilotGateway
  readonly port: number
  /** Further plugins: their names, or the places of others. */
  readonly users?: readonly string[]
  /** Settings of these plugins, by name. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** A boat with NMEA 2000 behind a gateway. @param more further settings of the plugin that reads the bus */
export const startBusBoat = (
  { kind, port, users = [], settings = {} }: BusPlace,
  more: object = {},
): Promise<Boat> =>
  startBoat({
    plugins: { given: ['nmea2000', ...users].map((name) => resolve(plugins, name)) },
    prepare: async (folder) => {
      using store = new BoatStore(folder)
      const gateway = { name: 'Gateway', kind, address: `tcp://127.0.0.1:${port}` }
      await store.plugins.decide('nmea2000', { settings: { sends: true, gateways: [gateway], ...more } })
      for (const [name, chosen] of Object.entries(settings))
        await store.plugins.decide(name, { settings: chosen })
    },
  })

/** A boat with a pilot on NMEA 2000 behind a gateway. */
export const startBusPilotBoat = (
  { make, ...place }: BusPlace & { readonly make: string },
  more: object = {},
): Promise<Boat> => startBusBoat({ ...place, users: [`pilot-${make}`] }, more)
