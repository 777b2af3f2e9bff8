import {
  isProblemCode,
  MarineDataError,
  problemOf,
  type Check,
  type Outcome,
  type Problem,
  type ProblemCode,
  type ProductWord,
  type TSchema,
} from '@marinedata/model'
import {
  CancellationTokenSource,
  ConnectionError,
  createMessageConnection,
  ErrorCodes,
  NullLogger,
  RAL,
  ResponseError,
  type CancellationToken,
  type MessageConnection,
} from 'vscode-jsonrpc'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { refusedCall } from '#protocol/limits.ts'
import type { Params, Result, Verb, Verbs } from '#protocol/verbs.ts'
import type { FramedReader } from './framed-reader.ts'
import type { FramedWriter } from './framed-writer.ts'
import { RawJson } from './raw-json.ts'
import { runtime } from './runtime.ts'

/** One handler for each verb that the peer may call. */
export type Handlers<Mine extends Verbs<Mine>> = {
  readonly [Name in keyof Mine]: (
    params: Params<Mine[Name]>,
    signal: AbortSignal,
  ) => Result<Mine[Name]> | Promise<Result<Mine[Name]>>
}

export interface RpcConnectionOptions<Mine extends Verbs<Mine>> {
  readonly reader: FramedReader
  readonly writer: FramedWriter
  /** The verbs that the peer may call. */
  readonly verbs: Readonly<Record<keyof Mine & string, Verb>>
  readonly handlers: Handlers<Mine>
  /** Called for every call that fails. */
  readonly onRefused?: (verb: string, error: MarineDataError) => void
  /** Validates parameters. Undefined in a plugin: it trusts the server, and so does not load the validator. */
  readonly check: ((schema: TSchema) => Check<never>) | undefined
  readonly productWord?: ProductWord
}

export interface RequestOptions {
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

type RequestName<Theirs> = keyof Theirs & string

/** One end of the JSON-RPC connection between the server and a plugin. The two ends differ only in their verbs. */
export class RpcConnection<Mine extends Verbs<Mine>, Theirs extends Verbs<Theirs>> implements Disposable {
  readonly #options: RpcConnectionOptions<Mine>
  readonly #connection: MessageConnection
  /** Messages taken from the queue of vscode-jsonrpc. */
  #handled = 0

  constructor(options: RpcConnectionOptions<Mine>) {
    this.#options = options
    RAL.install(runtime)
    this.#connection = createMessageConnection(options.reader, options.writer, NullLogger, {
      messageStrategy: {
        handleMessage: (message, next) => {
          this.#handled++
          return next(message)
        },
      },
    })
    // A broken pipe is reported by the end of the process.
    this.#connection.onError(() => undefined)
    for (const [name, verb] of Object.entries<Verb>(options.verbs)) this.#register(name, verb)
    this.#connection.onRequest((method: string) => {
      throw this.#refusal(method, new MarineDataError('unknown-verb', `There is no verb "${method}"`))
    })
    this.#connection.onNotification((method: string) => {
      this.#refusal(method, new MarineDataError('unknown-verb', `There is no verb "${method}"`))
    })
    this.#connection.listen()
  }

  /**
   * Sends a request and waits for the response. Cancels the request at the deadline.
   * @throws MarineDataError `unconfirmed` when no response came in time, `plugin-not-running` when the connection ended
   * first, else the error of the peer
   */
  async request<Name extends RequestName<Theirs>>(
    name: Name,
    params: Params<Theirs[Name]> | RawJson,
    { deadlineMs, signal }: RequestOptions,
  ): Promise<Result<Theirs[Name]>> {
    if (signal?.aborted === true)
      throw new MarineDataError('unconfirmed', `"${name}" was cancelled before it was sent`, {
        outcome: 'none',
      })
    const cancellation = new CancellationTokenSource()
    const cancel = (): void => {
      if (!cancellation.token.isCancellationRequested) cancellation.cancel()
    }
    signal?.addEventListener('abort', cancel, { once: true })
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      cancel()
      timeout.reject(
        new MarineDataError('unconfirmed', `No answer to "${name}" within ${deadlineMs / 1000} s`),
      )
    }, deadlineMs)
    try {
      const answer = this.#connection.sendRequest<Result<Theirs[Name]>>(name, params, cancellation.token)
      return await Promise.race([answer, timeout.promise])
    } catch (error) {
      throw errorFrom(error, name)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      cancellation.dispose()
    }
  }

  /** Sends a notification, which has no response. */
  notify<Name extends RequestName<Theirs>>(name: Name, params: Params<Theirs[Name]> | RawJson): void {
    const json = params instanceof RawJson ? params.text : JSON.stringify(params)
    this.#options.writer.writeJson(`{"jsonrpc":"2.0","method":${JSON.stringify(name)},"params":${json}}`)
  }

  /** Resolves when every message read so far is handled: vscode-jsonrpc handles one in each turn of the event loop. */
  async drained(): Promise<void> {
    while (this.#handled < this.#options.reader.delivered) await endOfTurn()
  }

  [Symbol.dispose](): void {
    this.#connection.dispose()
  }

  #register(name: string, verb: Verb): void {
    const check = this.#options.check?.(verb.checked ?? verb.params) ?? acceptsAll
    const run = async (params: unknown, signal: AbortSignal): Promise<unknown> => {
      try {
        return await this.#handlerOf(name)(checkedParams(check, name, params), signal)
      } catch (error) {
        throw this.#refusal(name, error)
      }
    }
    if (verb.kind === 'notification') {
      this.#connection.onNotification(
        name,
        (params: unknown) => void run(params, neverAborted).catch(() => undefined),
      )
      return
    }
    this.#connection.onRequest(name, async (...words: unknown[]) => {
      const abort = new AbortController()
      // vscode-jsonrpc passes its cancellation token as the last argument.
      const token = words.pop() as CancellationToken
      // A token that is already cancelled fires no event.
      if (token.isCancellationRequested) abort.abort()
      const watch = token.onCancellationRequested(() => abort.abort())
      try {
        return await run(paramsOf(words), abort.signal)
      } finally {
        watch.dispose()
      }
    })
  }

  #handlerOf(name: string): (params: never, signal: AbortSignal) => unknown {
    // The type of the options guarantees a handler for every verb.
    return this.#options.handlers[name as keyof Mine]
  }

  #refusal(verb: string, error: unknown): ResponseError<Problem> {
    const known =
      error instanceof MarineDataError
        ? error
        : new MarineDataError('internal', error instanceof Error ? error.message : String(error), {
            cause: error,
          })
    this.#options.onRefused?.(verb, known)
    const code = known.code === 'unknown-verb' ? ErrorCodes.MethodNotFound : refusedCall.code
    return new ResponseError(code, known.message, problemOf(known, this.#options.productWord))
  }
}

const acceptsAll: Check<never> = { accepts: (_value): _value is never => true, faults: () => [] }

const neverAborted = new AbortController().signal

/** Parameters by name. Missing parameters count as an empty object; positional ones match no verb. */
const paramsOf = (words: readonly unknown[]): unknown =>
  words.length === 0 ? {} : words.length === 1 ? words[0] : words

const checkedParams = (check: Check<never>, name: string, params: unknown): never => {
  if (check.accepts(params)) return params
  const errors = check.faults(params)
  const [first] = errors
  const where = first === undefined ? '' : `: ${first.path === '' ? '/' : first.path} ${first.message}`
  throw new MarineDataError('invalid-message', `Invalid parameters of "${name}"${where}`, { errors })
}

const connectionEndCodes: ReadonlySet<unknown> = new Set([
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.ConnectionInactive,
  ErrorCodes.MessageWriteError,
])

const isConnectionEnd = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ResponseError && connectionEndCodes.has(error.code))

/** The error of the peer where it is known. */
const errorFrom = (error: unknown, name: string): MarineDataError => {
  if (error instanceof MarineDataError) return error
  if (isConnectionEnd(error))
    return new MarineDataError(
      'plugin-not-running',
      `The connection ended before the response to "${name}"`,
      {
        cause: error,
      },
    )
  const message = error instanceof Error ? error.message : String(error)
  const data: unknown = error instanceof ResponseError ? error.data : undefined
  const problem: Partial<Problem> = typeof data === 'object' && data !== null ? data : {}
  const { code, errors, outcome } = problem
  return new MarineDataError(isProblemCode(code) ? code : codeOf(error), message, {
    cause: error,
    ...(Array.isArray(errors) && { errors }),
    ...(isOutcome(outcome) && { outcome }),
  })
}

/** The code for a peer that answers in plain JSON-RPC. */
const codeOf = (error: unknown): ProblemCode =>
  error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound ? 'unknown-verb' : 'internal'

const isOutcome = (outcome: unknown): outcome is Outcome =>
  outcome === 'none' || outcome === 'unknown' || outcome === 'applied'
