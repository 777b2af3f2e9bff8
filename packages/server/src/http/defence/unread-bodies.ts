import type { IncomingMessage, ServerResponse } from 'node:http'
import { hangUp } from '#refuse-socket.ts'

/**
 * Stops reading a body that is too large or never ends once its request is answered. Node would read it to its end, or
 * reset the connection and lose the response.
 */
export class UnreadBodies {
  readonly #limitBytes: number

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  /** Call it with every request, before any other listener. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    const isTooLarge = length !== undefined && Number(length) > this.#limitBytes
    if (!isTooLarge && coding === undefined) return
    const { socket } = request
    if (isTooLarge) response.setHeader('connection', 'close')
    // Node calls destroySoon to close a connection after its last response.
    socket.destroySoon = () => hangUp(socket)
    response.once('finish', () => {
      // Bytes that were received already are parsed first and may complete the request.
      setImmediate(() => {
        if (!request.complete && !socket.writableEnded) hangUp(socket)
      })
    })
  }
}
