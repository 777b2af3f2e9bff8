import { MarineDataError } from '@marinedata/model'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly security: 'starttls' | 'tls' | 'none'
  /** Certificates to trust besides those of the machine, PEM. */
  readonly authority?: string | undefined
}

/** The reply to a command: its code, and its lines without it. */
export interface SmtpReply {
  readonly code: number
  readonly lines: readonly string[]
}

const replyMs = 15_000
const longestReply = 65_536
const replyLine = /^(\d{3})([ -]?)(.*)$/

/** A connection to an SMTP server (RFC 5321). Commands are sent one at a time. */
export class SmtpConnection implements Disposable {
  readonly #server: SmtpServer
  readonly #signal: AbortSignal
  #socket: Socket | TLSSocket
  #received = ''
  #failure: Error | undefined
  #wake: () => void = () => undefined

  private constructor(server: SmtpServer, signal: AbortSignal) {
    this.#server = server
    this.#signal = signal
    this.#socket = this.#use(
      server.security === 'tls' ? connectTls(this.#tlsOptions()) : connectPlain(server.port, server.host),
    )
  }

  /** Connects and reads the greeting. */
  static async open(server: SmtpServer, signal: AbortSignal): Promise<SmtpConnection> {
    const connection = new SmtpConnection(server, signal)
    try {
      expectCode(await connection.#reply(), 220)
      return connection
    } catch (error) {
      connection[Symbol.dispose]()
      throw error
    }
  }

  /** Sends a command and returns its reply. @throws Error when there is none in time */
  async command(line: string): Promise<SmtpReply> {
    this.#socket.write(`${line}\r\n`)
    return await this.#reply()
  }

  /** Encrypts the connection. Never continues without encryption. */
  async startTls(): Promise<void> {
    expectCode(await this.command('STARTTLS'), 220)
    // Bytes that arrived unencrypted must not be read as if they were encrypted.
    this.#received = ''
    const plain = this.#socket
    plain.removeAllListeners('data')
    this.#socket = this.#use(connectTls({ ...this.#tlsOptions(), socket: plain }))
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }

  #tlsOptions() {
    const { host, port, authority } = this.#server
    return {
      host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      ...(authority !== undefined && { ca: authority }),
    }
  }

  #use<S extends Socket>(socket: S): S {
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString('latin1')
      if (this.#received.length > longestReply) socket.destroy(new Error('The reply is too long'))
      this.#wake()
    })
    const end = (error?: Error): void => {
      this.#failure ??= error ?? new Error('The mail server has closed the connection')
      this.#wake()
    }
    socket.on('error', end)
    socket.on('close', () => end())
    return socket
  }

  /** Waits until a whole reply has arrived. */
  async #reply(): Promise<SmtpReply> {
    const limit = AbortSignal.any([this.#signal, AbortSignal.timeout(replyMs)])
    for (;;) {
      const reply = this.#take()
      if (reply !== undefined) return reply
      if (this.#failure !== undefined) throw this.#failure
      if (limit.aborted) throw new Error('The mail server does not answer')
      await this.#change(limit)
    }
  }

  async #change(limit: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const onAbort = (): void => resolve()
    limit.addEventListener('abort', onAbort)
    await promise
    limit.removeEventListener('abort', onAbort)
  }

  /** Takes the first whole reply; undefined when there is none yet. */
  #take(): SmtpReply | undefined {
    const lines = this.#received.split('\r\n')
    const rest = lines.pop() ?? ''
    const parsed = lines.map((line) => replyLine.exec(line))
    const last = parsed.findIndex((match) => match?.[2] !== '-')
    if (last < 0) return undefined
    this.#received = [...lines.slice(last + 1), rest].join('\r\n')
    const code = Number(parsed[last]?.[1] ?? 0)
    return { code, lines: parsed.slice(0, last + 1).map((match) => match?.[3] ?? '') }
  }
}

/** @throws MarineDataError `rejected-by-device` with the words of the server */
export const expectCode = (reply: SmtpReply, code: number): SmtpReply => {
  if (reply.code === code) return reply
  throw new MarineDataError('rejected-by-device', `The mail server answered: ${replyText(reply)}`)
}

export const replyText = ({ code, lines }: SmtpReply): string => `${code} ${lines.join(' ')}`
