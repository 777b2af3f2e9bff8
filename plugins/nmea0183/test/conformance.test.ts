import { describeBusProvider, sentenceOf } from '@marinedata/plugin-api/testing'
import { after } from 'node:test'
import { here } from './aboard.ts'
import { TestGateway } from './network-boat.ts'

const gateway = await TestGateway.open()
after(async () => await gateway[Symbol.asyncDispose]())

const bytes = (line: string): Uint8Array => new Uint8Array(Buffer.from(line, 'latin1'))

describeBusProvider(here, {
  settings: {
    connections: [{ address: gateway.address, sends: { received: false, plugins: true } }],
    ignored: ['/dev/*', '/dev/serial/by-id/*'],
  },
  wire: {
    written: () => gateway.connections.flatMap(({ lines }) => lines.map(bytes)),
    receive: () => gateway.send(sentenceOf('AGRSA,-1.5,A,,')),
  },
  message: (number) => ({
    topic: 'APB',
    payload: bytes(sentenceOf(`GPAPB,A,A,0.${number + 10},R,N,V,V,011,M,DEST,011,M,011,M`).trim()),
  }),
  topic: 'RSA',
})
