import { definePlugin, runPlugin, type Plugin } from '@marinedata/plugin-api'
import { FleetMember } from './fleet/fleet-member.ts'
import { Settings } from './settings.ts'

const uplink = definePlugin({
  name: 'uplink',
  version: '0.1.0',
  description: 'Copies the boat’s log to a fleet ashore, and its latest values',
  settings: Settings,
  reads: { paths: ['*'], log: true },
  actions: {
    report: { description: 'The fleet, the connection, and the data used today' },
    leave: { description: 'Leaves the fleet: the key is deleted aboard and ashore', deadline: 10 },
  },
  needs: ['network', 'database'],
  start: async (boat, settings) => {
    const usage = await boat.storage.get('usage')
    const member = new FleetMember(boat, settings, { folder: boat.folder, usage })
    member.start()
    return {
      stop: () => member.stop(),
      actions: { report: () => member.report, leave: () => member.leave() },
    }
  },
})

/** Copies the boat's log to a fleet server. */
export const plugin: Plugin = uplink

if (import.meta.main) await runPlugin(plugin)
