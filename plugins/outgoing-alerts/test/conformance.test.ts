import { describeAlertChannelProvider } from '@marinedata/plugin-api/testing'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that takes every message. */
const receiver = createServer((_request, response) => void response.end()).unref()
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
// A TCP server always has an address with a port.
const { port } = receiver.address() as AddressInfo

describeAlertChannelProvider(new URL('..', import.meta.url), {
  settings: { webhook: `http://127.0.0.1:${port}/alarm` },
})
