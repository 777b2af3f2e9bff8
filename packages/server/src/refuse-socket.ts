import { problemOf, type MarineDataError, type ProductWord } from '@marinedata/model'
import type { Duplex } from 'node:stream'

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
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
