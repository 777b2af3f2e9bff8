import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Link } from '#index.ts'

export const loopback = '127.0.0.1'

/** Everything that arrives on a link, as text. */
export const textOf = (link: Link): { readonly text: string } => {
  const received = { text: '' }
  link.listen((bytes) => (received.text += bytes.toString('latin1')))
  return received
}

/** Connects to a port of this machine. The socket is closed with `using`. */
export const dial = async (port: number): Promise<Socket & Disposable> => {
  const socket = connect({ host: loopback, port })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() })
}
