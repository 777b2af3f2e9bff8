import { AttemptLimiter, type Clock } from '@marinedata/core'
import { MarineDataError, problemOf, type Check } from '@marinedata/model'
import { joinRequest, leaveRequest } from '@marinedata/uplink-protocol'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Joining } from './joining.ts'

const limits = { bodyBytes: 4_096, readMs: 5_000 } as const
const attempts = { max: 10, windowMs: 600_000, keys: 4_096 }

export interface JoiningServerOptions {
  readonly joining: Pick<Joining, 'join' | 'leave'>
  readonly clock: Clock
  /** Called with errors that the caller has not caused. */
  readonly failed: (error: unknown) => void
}

/** `POST /join` and `POST /leave`. An address that sends wrong codes must wait. */
export class JoiningServer {
  readonly #options: JoiningServerOptions
  readonly #attempts: AttemptLimiter

  constructor(options: JoiningServerOptions) {
    this.#options = options
    this.#attempts = new AttemptLimiter(options.clock, attempts)
  }

  /** Answers all requests of the server that no other listener answers. */
  attach(server: Server): void {
    server.on('request', (request, response) => {
      if (request.url === '/join' || request.url === '/leave') void this.#answer(request, response)
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.method !== 'POST') throw new MarineDataError('method-not-allowed', 'Use POST')
      const address = plainAddress(request)
      const body = await bodyOf(request)
      const answer = await this.#limited(address, async () =>
        request.url === '/join'
          ? await this.#options.joining.join(accepted(body, joinRequest), address)
          : await this.#options.joining.leave(accepted(body, leaveRequest), address),
      )
      if (answer === undefined) response.writeHead(204).end()
      else send(response, 200, answer)
    } catch (error) {
      const problem = problemOf(known(error, this.#options.failed))
      send(response, problem.status, problem)
    }
  }

  /** Counts only wrong secrets. */
  async #limited<T>(address: string, work: () => Promise<T>): Promise<T> {
    const attempt = this.#attempts.consume({ address })
    try {
      const result = await work()
      attempt.refund()
      return result
    } catch (error) {
      if (!(error instanceof MarineDataError && error.code === 'wrong-secret')) attempt.refund()
      throw error
    }
  }
}

const known = (error: unknown, failed: (error: unknown) => void): MarineDataError => {
  if (error instanceof MarineDataError) return error
  failed(error)
  return new MarineDataError('internal', 'The fleet cannot store this now. Try again', { outcome: 'unknown' })
}

const plainAddress = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '')

const send = (response: ServerResponse, status: number, body: object): void => {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type, connection: 'close' }).end(JSON.stringify(body))
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const slow = setTimeout(() => request.destroy(), limits.readMs)
  try {
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > limits.bodyBytes)
        throw new MarineDataError('too-large', `The body has more than ${limits.bodyBytes} bytes`)
      parts.push(part)
    }
    return JSON.parse(Buffer.concat(parts).toString())
  } catch (error) {
    if (error instanceof MarineDataError) throw error
    throw new MarineDataError('invalid-body', 'The body is not JSON')
  } finally {
    clearTimeout(slow)
  }
}

const accepted = <T>(body: unknown, check: Check<T>): T => {
  if (check.accepts(body)) return body
  const [fault] = check.faults(body)
  throw new MarineDataError('invalid-body', `${fault?.path ?? ''} ${fault?.message ?? 'is not valid'}`)
}
