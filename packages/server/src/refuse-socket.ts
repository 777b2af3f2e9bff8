import { problemOf, type MarineDataError, type ProductWord } from '@marinedata/model'
import type { Duplex } from 'node:stream'

/** How long a refused client may take to read the response. */
const closeDelayMs = 1_000

/**
 * Sends a problem response on a socket without an HTTP request, and closes the connection.
 * @param more header lines
 */
export const refuseSocket = (
  socket: Duplex,
  error: MarineDataError,
  { word, more = [] }: { readonly word: ProductWord; readonly more?: readonly string[] },
): void => {
  const problem = problemOf(error, word)
  const body = JSON.stringify(problem)
  const lines = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...more,
  ]
  // The names of cookies have the bytes that the browser sent.
  socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  socket.write(body)
  hangUp(socket)
}

/**
 * Closes a connection whose client may still be sending. Stops reading, because reading would cost memory, and destroys
 * the socket after a delay: closing it immediately would discard the response in transit.
 */
export const hangUp = (socket: Duplex): void => {
  socket.end()
  // Pause after Node has ended the response, because Node resumes reading then.
  setImmediate(() => socket.pause())
  const cutOff = setTimeout(() => socket.destroy(), closeDelayMs)
  socket.once('close', () => clearTimeout(cutOff))
}
