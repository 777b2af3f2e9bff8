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
import { refusedCall, type Params, type Result, type Verb, type Verbs } from '#protocol/verbs.ts'
import type { FramedReader } from './framed-reader.ts'
import type { FramedWriter } from './framed-writer.ts'
import type { ReadyJson } from './ready-json.ts'
import { runtime } from './runtime.ts'

/** What one end does when the other asks. */
export type Handlers<Mine extends Verbs<Mine>> = {
  readonly [Name in keyof Mine]: (
    params: Params<Mine[Name]>,
    signal: AbortSignal,
  ) => Result<Mine[Name]> | Promise<Result<Mine[Name]>>
}

export interface LineOptions<Mine extends Verbs<Mine>> {
  readonly reader: FramedReader
  readonly writer: FramedWriter
  /** The verbs that the other end may use here. */
  readonly verbs: Readonly<Record<keyof Mine & string, Verb>>
  readonly handlers: Handlers<Mine>
  /** Told of every call that was not answered as it wished. */
  readonly onRefused?: (verb: string, error: MarineDataError) => void
  /** How what comes is checked. A plugin believes its server, and so need not even load the checker. */
  readonly check: ((schema: TSchema) => Check<never>) | undefined
  readonly productWord?: ProductWord
}

export interface AskOptions {
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

type RequestName<Theirs> = keyof Theirs & string

/** One end of the line between the server and a plugin: both ends are the same, only their verbs differ. */
export class Line<Mine extends Verbs<Mine>, Theirs extends Verbs<Theirs>> implements Disposable {
  readonly #options: LineOptions<Mine>
  readonly #connection: MessageConnection

  constructor(options: LineOptions<Mine>) {
    this.#options = options
    RAL.install(runtime)
    this.#connection = createMessageConnection(options.reader, options.writer, NullLogger)
    // A line that breaks is told by the process that ends.
    this.#connection.onError(() => undefined)
    for (const [name, verb] of Object.entries<Verb>(options.verbs)) this.#serve(name, verb)
    this.#connection.onRequest((method: string) => {
      throw this.#refusal(method, new MarineDataError('unknown-verb', `There is no verb "${method}"`))
    })
    this.#connection.onNotification((method: string) => {
      this.#refusal(method, new MarineDataError('unknown-verb', `There is no verb "${method}"`))
    })
    this.#connection.listen()
  }

  /**
   * Asks, and waits no longer than the deadline; then the request is taken back.
   * @throws MarineDataError `unconfirmed` when no answer came in time, `plugin-not-running` when the line ended before it, else
   * with what the other end said
   */
  async ask<Name extends RequestName<Theirs>>(
    name: Name,
    params: Params<Theirs[Name]> | ReadyJson,
    { deadlineMs, signal }: AskOptions,
  ): Promise<Result<Theirs[Name]>> {
    if (signal?.aborted === true)
      throw new MarineDataError('unconfirmed', `"${name}" was taken back before it was asked`, {
        outcome: 'none',
      })
    const cancellation = new CancellationTokenSource()
    const cancel = (): void => {
      if (!cancellation.token.isCancellationRequested) cancellation.cancel()
    }
    signal?.addEventListener('abort', cancel, { once: true })
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      cancel()
      late.reject(new MarineDataError('unconfirmed', `No answer to "${name}" within ${deadlineMs / 1000} s`))
    }, deadlineMs)
    try {
      const answer = this.#connection.sendRequest<Result<Theirs[Name]>>(name, params, cancellation.token)
      return await Promise.race([answer, late.promise])
    } catch (error) {
      throw errorFrom(error, name)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      cancellation.dispose()
    }
  }

  /** Says something that needs no answer. */
  tell<Name extends RequestName<Theirs>>(name: Name, params: Params<Theirs[Name]>): void {
    this.#options.writer.writeJson(JSON.stringify({ jsonrpc: '2.0', method: name, params }))
  }

  [Symbol.dispose](): void {
    this.#connection.dispose()
  }

  #serve(name: string, verb: Verb): void {
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
      const taken = new AbortController()
      // Whatever was sent as parameters, the library puts its token behind it.
      const token = words.pop() as CancellationToken
      // A request that was taken back before its turn has a token that never tells.
      if (token.isCancellationRequested) taken.abort()
      const watch = token.onCancellationRequested(() => taken.abort())
      try {
        return await run(paramsOf(words), taken.signal)
      } finally {
        watch.dispose()
      }
    })
  }

  #handlerOf(name: string): (params: never, signal: AbortSignal) => unknown {
    // Every verb of the table has its handler: the types say so where the handlers are given.
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

/** Parameters by name. None is as good as an empty object; several by position fit no verb. */
const paramsOf = (words: readonly unknown[]): unknown =>
  words.length === 0 ? {} : words.length === 1 ? words[0] : words

const checkedParams = (check: Check<never>, name: string, params: unknown): never => {
  if (check.accepts(params)) return params
  const errors = check.faults(params)
  const [first] = errors
  const where = first === undefined ? '' : `: ${first.path === '' ? '/' : first.path} ${first.message}`
  throw new MarineDataError('invalid-message', `The parameters of "${name}" do not fit${where}`, { errors })
}

const endOfLine: ReadonlySet<unknown> = new Set([
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.ConnectionInactive,
  ErrorCodes.MessageWriteError,
])

const isEndOfLine = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ResponseError && endOfLine.has(error.code))

/** The error as it was at the other end, where that is known. */
const errorFrom = (error: unknown, name: string): MarineDataError => {
  if (error instanceof MarineDataError) return error
  if (isEndOfLine(error))
    return new MarineDataError('plugin-not-running', `The line ended before "${name}" was answered`, {
      cause: error,
    })
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

/** The code for an end that answers in plain JSON-RPC. */
const codeOf = (error: unknown): ProblemCode =>
  error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound ? 'unknown-verb' : 'internal'

const isOutcome = (outcome: unknown): outcome is Outcome =>
  outcome === 'none' || outcome === 'unknown' || outcome === 'applied'
