import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'

export interface ShoreVisitorOptions {
  /** Of the tunnels. */
  readonly port: number
  /** Of the boat, in the domain of the fleet. */
  readonly name: string
  /** The authority of the boat, PEM. */
  readonly authority: string
  readonly token: string | undefined
  /** False: a connection for each request. A refused request with a body ends its connection. */
  readonly isKeptAlive?: boolean
}

interface Answer {
  readonly status: number
  readonly text: string
}

const patienceMs = 30_000

/** Someone ashore who speaks to the server of a boat through the fleet. */
export class ShoreVisitor implements Disposable {
  readonly #options: ShoreVisitorOptions
  readonly #agent: Agent

  constructor(options: ShoreVisitorOptions) {
    this.#options = options
    const { name, authority, isKeptAlive = true } = options
    this.#agent = new Agent({ keepAlive: isKeptAlive, maxSockets: 6, servername: name, ca: authority })
  }

  /** @throws an error with the request in its message, when there is no answer */
  async ask(
    method: string,
    path: string,
    { body, host = this.#options.name }: { readonly body?: string; readonly host?: string } = {},
  ): Promise<Answer> {
    const { port, token } = this.#options
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: this.#agent,
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        host,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        // Node sends no length with DELETE by itself.
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
      },
    })
    // `once` reports those before the response.
    asked.on('error', () => undefined)
    asked.end(body)
    const answered = once(asked, 'response').catch((cause: unknown) => {
      throw new Error(`${method} ${path}: no answer`, { cause })
    })
    const [response] = (await answered) as [IncomingMessage]
    let text = ''
    for await (const part of response.setEncoding('utf8')) text += String(part)
    return { status: response.statusCode ?? 0, text }
  }

  /** The first message of the stream. */
  async hello(): Promise<string> {
    const { socket, message } = await this.stream()
    socket.terminate()
    return message
  }

  /** A stream that stays open, with its first message. */
  async stream(): Promise<{ readonly socket: WebSocket; readonly message: string }> {
    const { port, name, authority, token } = this.#options
    const secured = {
      servername: name,
      ca: authority,
      headers: { host: name, authorization: `Bearer ${token ?? ''}` },
      handshakeTimeout: patienceMs,
    }
    const socket = new WebSocket(`wss://127.0.0.1:${port}/marinedata/v1/stream`, secured)
    // It may be cut. `once` reports errors before the first message, and ending it before that is another error.
    socket.on('error', () => undefined)
    const signal = AbortSignal.timeout(patienceMs)
    try {
      const [message] = (await once(socket, 'message', { signal })) as [Buffer]
      return { socket, message: message.toString() }
    } catch (error) {
      socket.terminate()
      throw error
    }
  }

  /** A connection without a request. Resolves when TLS is there, and fails when it is refused. */
  async connection(): Promise<TLSSocket> {
    const { port, name, authority } = this.#options
    const socket = connect({ host: '127.0.0.1', port, servername: name, ca: authority })
    const closed = once(socket, 'close').then(() => {
      throw new Error('The connection was refused')
    })
    socket.on('error', () => undefined)
    await Promise.race([once(socket, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) }), closed])
    closed.catch(() => undefined)
    return socket
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}

/** The authority of a boat, in its data folder. */
export const authorityOf = (folder: string): string => readFileSync(join(folder, 'tls', 'ca.pem'), 'utf8')

export interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly scope: string
}

interface DocumentedOperation {
  readonly 'x-scope': string
  readonly operationId: string
}

const documentFile = new URL('../../../docs/openapi.json', import.meta.url)

/** Every operation of the interface that does more than look. */
export const changingOperations = (): Operation[] => {
  const { paths } = JSON.parse(readFileSync(documentFile, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { 'x-scope': scope }]) => !['public', 'read'].includes(scope))
      .map(([method, { operationId, 'x-scope': scope }]) => ({
        operationId,
        method: method.toUpperCase(),
        path: path.replaceAll(/\{[^}]+\}/g, 'trial'),
        scope,
      })),
  )
}
