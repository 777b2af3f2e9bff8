import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** The parts of a fake request; absent parts describe a local program. */
export interface FakeRequest {
  readonly method?: string
  readonly url?: string
  readonly headers?: IncomingMessage['headers']
  readonly address?: string
  readonly isEncrypted?: boolean
}

/** Creates a request without a connection, for tests. */
export const fakeRequest = ({
  method = 'GET',
  url = '/',
  headers = {},
  address = '127.0.0.1',
  isEncrypted = false,
}: FakeRequest = {}): IncomingMessage => {
  const socket = new Socket()
  Object.defineProperties(socket, { remoteAddress: { value: address }, encrypted: { value: isEncrypted } })
  return Object.assign(new IncomingMessage(socket), {
    method,
    url,
    headers: { host: '127.0.0.1:3000', ...headers },
  })
}
