import { describeBusProvider } from '@marinedata/plugin-api/testing'
import { after } from 'node:test'
import { gatewayAddress, Harbour, here } from './aboard.ts'

const harbour = await Harbour.make()
after(async () => await harbour[Symbol.asyncDispose]())
const gateway = await harbour.tcp('yacht-devices')

/** A proprietary message that no device of the simulated boat sends. */
const topic = '65305'

describeBusProvider(here, {
  settings: {
    ports: [`${harbour.folder}/*`],
    gateways: [{ kind: 'yacht-devices', address: gateway.address }],
    sends: true,
  },
  wire: {
    written: () =>
      harbour.bus.frames
        .filter(({ pgn, source }) => pgn === Number(topic) && source === gatewayAddress)
        .map(({ data }) => data),
    // The instruments of the simulated boat send without being asked.
    receive: () => undefined,
  },
  message: (number) => ({ topic, payload: Uint8Array.of(0x3b, 0x9f, number, 1, 2, 3, 4, 5) }),
  topic: '127250',
  isReady: ({ address }) => address === gatewayAddress,
})
