import { definePlugin, MarineDataError, runPlugin, Type, type OpenedBus } from '@marinedata/plugin-api'

/** A bus user for tests: it reports what it hears as its status. */
export const wireUser = definePlugin({
  name: 'wire-user',
  version: '1.0.0',
  description: 'Uses a bus',
  buses: [{ kind: 'nmea2000', hears: ['65379'], sends: ['126208'] }],
  actions: {
    send: { description: 'Sends a message', input: Type.Object({ topic: Type.String() }) },
  },
  start: async (boat) => {
    const opened: OpenedBus = await boat.openBus(
      { kind: 'nmea2000', urgent: ['65379'] },
      {
        heard: (messages) =>
          boat.status('ok', messages.map(({ topic, payload }) => `${topic} ${payload.join(' ')}`).join(', ')),
        nodes: (nodes) => boat.status('ok', nodes.map(({ model }) => model).join(', ')),
        offered: ({ id, canSend }) => boat.status('ok', `${id} ${canSend ? 'sends' : 'is silent'}`),
        lost: () => boat.status('warning', 'lost'),
      },
    )
    return {
      actions: {
        send: async ({ topic }) => {
          const payload = Uint8Array.of(1, 2, 3)
          return await opened.send({ topic, to: 'c0788c00e7e04312', priority: 3, payload }).then(
            () => 'written',
            (error: unknown) => (error instanceof MarineDataError ? error.code : String(error)),
          )
        },
      },
    }
  },
})

if (import.meta.main) await runPlugin(wireUser)
