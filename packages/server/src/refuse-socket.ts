import { problemOf, type MarineDataError, type ProductWord } from '@marinedata/model'
import type { Duplex } from 'node:stream'

/** How long whoever was refused may take to read why. */
const farewellMs = 1_000

/** Sends a problem over a connection that never became a request, and hangs up. */
export const refuseSocket = (socket: Duplex, error: MarineDataError, word: ProductWord): void => {
  const problem = problemOf(error, word)
  const body = JSON.stringify(problem)
  const lines = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  hangUp(socket)
}

/**
 * Ends a connection on which someone may still be sending. What comes is left on the line: reading it would cost memory,
 * and closing at once would wipe out the answer that is on its way. A moment later the connection is cut.
 */
export const hangUp = (socket: Duplex): void => {
  socket.end()
  // Not before Node has done what it does at the end of an answer, which is to read on.
  setImmediate(() => socket.pause())
  const cutOff = setTimeout(() => socket.destroy(), farewellMs)
  socket.once('close', () => clearTimeout(cutOff))
}
