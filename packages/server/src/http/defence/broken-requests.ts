import { MarineDataError, type ProblemCode, type ProductWord } from '@marinedata/model'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { refuseSocket } from '#refuse-socket.ts'
import { cookieRemoval } from './cookie-removal.ts'

/** Problem codes by Node's error code. Every other error is a `bad-request`. */
const problemByCode = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
} as const satisfies Readonly<Record<string, ProblemCode>>

export type BrokenRequest = (typeof problemByCode)[keyof typeof problemByCode] | 'bad-request'

export interface BrokenRequestsOptions {
  readonly productWord: ProductWord
  /** Called for every connection that is closed because of a malformed request. */
  readonly onRefused: (reason: BrokenRequest, socket: Socket) => void
}

/** Node adds the packet in which it found the fault. */
interface RefusedError extends NodeJS.ErrnoException {
  readonly rawPacket?: unknown
}

/** Answers malformed requests with a problem response and closes the connection. */
export class BrokenRequests {
  readonly #options: BrokenRequestsOptions
  readonly #lastBySocket = new WeakMap<Socket, ServerResponse>()
  readonly #slow = new WeakSet<Socket>()

  constructor(options: BrokenRequestsOptions) {
    this.#options = options
  }

  /** Records the last request of each connection. */
  attach(server: Server): void {
    server.prependListener('request', (request, response) => this.#lastBySocket.set(request.socket, response))
  }

  /** Exempts the present request of a connection from the time limit for a whole request: it carries a file. */
  allowSlowBody(socket: Socket): void {
    this.#slow.add(socket)
    this.#lastBySocket.get(socket)?.once('close', () => this.#slow.delete(socket))
  }

  refuse(error: RefusedError, socket: Socket): void {
    // Node reports it once per request and goes on reading. A connection without traffic is still closed.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && this.#slow.has(socket)) return
    // More bytes of a request that was already refused: the connection is closing.
    if (socket.writableEnded && error.code?.startsWith('HPE_') === true) return
    if (socket.writableEnded || error.code === 'ECONNRESET') return void socket.destroy()
    const code = codeOf(error)
    this.#options.onRefused(code, socket)
    if (!this.#mayAnswer(socket)) return void socket.destroy()
    const isEncrypted = (socket as Partial<TLSSocket>).encrypted === true
    const more = code === 'headers-too-large' ? cookieRemoval(error.rawPacket, isEncrypted) : []
    const word = this.#options.productWord
    return refuseSocket(socket, new MarineDataError(code, messageOf(code, error)), { word, more })
  }

  /** Whether the client cannot mistake a response sent now for the response to an earlier request. */
  #mayAnswer(socket: Socket): boolean {
    // Browsers open connections in advance, and would take this for the response to their first request.
    if (!socket.writable || socket.bytesRead === 0) return false
    const last = this.#lastBySocket.get(socket)
    if (last === undefined) return true
    if (last.writableEnded) return last.writableFinished && last.req.complete
    // The body of the last request is malformed, it is next in line, and its response has not started.
    return !last.req.complete && last.socket === socket && !last.headersSent
  }
}

const isKnown = (code: string): code is keyof typeof problemByCode => Object.hasOwn(problemByCode, code)

const codeOf = ({ code = '' }: NodeJS.ErrnoException): BrokenRequest =>
  isKnown(code) ? problemByCode[code] : 'bad-request'

const messageOf = (code: BrokenRequest, { message }: Error): string =>
  code === 'too-slow' ? 'The request was not complete in time' : `Malformed HTTP request: ${message}`
