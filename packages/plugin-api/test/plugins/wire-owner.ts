import { definePlugin, MarineDataError, runPlugin } from '@marinedata/plugin-api'

/** A bus owner for tests: it answers every message that it writes with one of the topic 65379. */
export const wireOwner = definePlugin({
  name: 'wire-owner',
  version: '1.0.0',
  description: 'Offers a bus',
  offers: { buses: ['nmea2000'] },
  writes: { paths: ['navigation.**'], sources: ['*'] },
  start: async (boat) => {
    const pilot = 'c0788c00e7e04312'
    const bus = await boat.offerBus(
      { id: 'can0', kind: 'nmea2000' },
      {
        send: ({ to, payload, priority }) => {
          if (to !== pilot) throw new MarineDataError('device-not-found', 'There is no such device')
          bus.heard({ topic: '65379', from: pilot, to: null, priority, payload })
          bus.heard({ topic: '127250', from: pilot, to: null, priority, payload })
        },
        wanted: (topics) => boat.status('ok', [...topics].join(' ')),
      },
    )
    bus.nodes([{ name: pilot, address: 204, model: 'EV-1', source: `can0.${pilot}` }])
    await bus.update({ canSend: true, address: 35 })
    return { stop: () => bus.close() }
  },
})

if (import.meta.main) await runPlugin(wireOwner)
