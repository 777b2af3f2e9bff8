import type { IncomingMessage, ServerResponse } from 'node:http'
import { hangUp } from '#refuse-socket.ts'

/**
 * Sees to it that a body which is larger than any that is read, or never ends, is not even taken off the line once its
 * request was answered: Node would read it to its end, or close so abruptly that the answer is lost.
 */
export class UnreadBodies {
  readonly #limitBytes: number

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  /** To be called with every request before anything else is. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    const isTooLarge = length !== undefined && Number(length) > this.#limitBytes
    if (!isTooLarge && coding === undefined) return
    const { socket } = request
    if (isTooLarge) response.setHeader('connection', 'close')
    // The way in which Node closes a connection after its last answer.
    socket.destroySoon = () => hangUp(socket)
    response.once('finish', () => {
      // The rest of what has come already is still to be looked at.
      setImmediate(() => {
        if (!request.complete && !socket.writableEnded) hangUp(socket)
      })
    })
  }
}
