import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** What is to be seen of a request; the rest is as a program on this machine would send it. */
export interface Stage {
  readonly method?: string
  readonly url?: string
  readonly headers?: IncomingMessage['headers']
  readonly address?: string
  readonly isEncrypted?: boolean
}

/** A request as it would come from that address, without a line: for tests of those who look at requests. */
export const stagedRequest = ({
  method = 'GET',
  url = '/',
  headers = {},
  address = '127.0.0.1',
  isEncrypted = false,
}: Stage = {}): IncomingMessage => {
  const socket = new Socket()
  Object.defineProperties(socket, { remoteAddress: { value: address }, encrypted: { value: isEncrypted } })
  return Object.assign(new IncomingMessage(socket), {
    method,
    url,
    headers: { host: '127.0.0.1:3000', ...headers },
  })
}
