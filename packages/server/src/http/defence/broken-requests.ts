import { MarineDataError, type ProblemCode, type ProductWord } from '@marinedata/model'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refuseSocket } from '#refuse-socket.ts'

/** What cannot be taken for a request, by Node's code; whatever is not named here is malformed. */
const problemByCode = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
} as const satisfies Readonly<Record<string, ProblemCode>>

export type BrokenRequest = (typeof problemByCode)[keyof typeof problemByCode] | 'bad-request'

export interface BrokenRequestsOptions {
  readonly productWord: ProductWord
  /** Called for every connection that is cut for what came over it. */
  readonly onRefused: (reason: BrokenRequest, socket: Socket) => void
}

/** Says what was wrong with bytes that are no request, and hangs up. */
export class BrokenRequests {
  readonly #options: BrokenRequestsOptions
  readonly #lastBySocket = new WeakMap<Socket, ServerResponse>()

  constructor(options: BrokenRequestsOptions) {
    this.#options = options
  }

  /** Follows which request of each connection is the last one. */
  attach(server: Server): void {
    server.prependListener('request', (request, response) => this.#lastBySocket.set(request.socket, response))
  }

  refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    // More of what was refused already: the connection is about to end.
    if (socket.writableEnded && error.code?.startsWith('HPE_') === true) return
    if (socket.writableEnded || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const code = codeOf(error)
    this.#options.onRefused(code, socket)
    if (!this.#mayAnswer(socket)) socket.destroy()
    else refuseSocket(socket, new MarineDataError(code, sentenceOf(code, error)), this.#options.productWord)
  }

  /** Whether what is said now can only be taken for the answer to what was wrong, never for that to a request before it. */
  #mayAnswer(socket: Socket): boolean {
    // Browsers connect ahead of need, and would take this for the answer to what they ask later.
    if (!socket.writable || socket.bytesRead === 0) return false
    const last = this.#lastBySocket.get(socket)
    if (last === undefined) return true
    if (last.writableEnded) return last.writableFinished && last.req.complete
    // Its own body is broken, it is its turn, and nothing was said yet.
    return !last.req.complete && last.socket === socket && !last.headersSent
  }
}

const isKnown = (code: string): code is keyof typeof problemByCode => Object.hasOwn(problemByCode, code)

const codeOf = ({ code = '' }: NodeJS.ErrnoException): BrokenRequest =>
  isKnown(code) ? problemByCode[code] : 'bad-request'

const sentenceOf = (code: BrokenRequest, { message }: Error): string =>
  code === 'too-slow' ? 'The request did not come in whole in time' : `Not HTTP: ${message}`
