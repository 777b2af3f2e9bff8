import {
  checkOf,
  MarineDataError,
  PageAnswer,
  pageLimits,
  type PageRequest,
  type ProblemCode,
} from '@marinedata/model'
import { TokenBucket } from '@marinedata/plugin-api/host'
import type { SupervisedPlugin } from '../supervised-plugin.ts'

/** Problems that a plugin may answer with. Any other error is its own failure. */
const passedOn: ReadonlySet<ProblemCode> = new Set([
  'not-found',
  'invalid-body',
  'invalid-value',
  'invalid-query',
  'forbidden',
  'busy',
  'unconfirmed',
])

const answerCheck = checkOf<PageAnswer>(PageAnswer)

interface Load {
  readonly bucket: TokenBucket
  refilledAt: number
  pending: number
}

const failed = (message: string, cause?: unknown): MarineDataError =>
  new MarineDataError('plugin-failed', message, { cause })

const clientError = (error: unknown): MarineDataError => {
  if (error instanceof MarineDataError && passedOn.has(error.code)) return error
  return failed((error as Error).message, error)
}

/** Passes requests of pages and programs on to plugins. All clients of a plugin share its limits. */
export class PageRequests {
  readonly #now: () => number
  /** Ends with its plugin. */
  readonly #loadByPlugin = new WeakMap<SupervisedPlugin, Load>()

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * @throws MarineDataError `not-found` when the plugin answers no requests, `plugin-not-running`, `too-many-requests`,
   * `unconfirmed` after the deadline, `plugin-failed`, or a problem of the plugin itself
   */
  async send(plugin: SupervisedPlugin, request: PageRequest): Promise<PageAnswer> {
    if (plugin.manifest?.requests !== true)
      throw new MarineDataError('not-found', `Plugin "${plugin.name}" answers no requests`)
    if (plugin.run === undefined || plugin.state !== 'running')
      throw new MarineDataError('plugin-not-running', `Plugin "${plugin.name}" is ${plugin.state}`)
    const load = this.#admitted(plugin)
    load.pending++
    try {
      const deadline = pageLimits.deadlineSeconds
      const params = { ...request, deadline }
      const answer: unknown = await plugin.run.rpc.request('page/request', params, {
        deadlineMs: deadline * 1_000,
      })
      if (answerCheck.accepts(answer)) return answer
      throw failed(`Plugin "${plugin.name}" sent an answer that is neither JSON nor a text of a known type`)
    } catch (error) {
      throw clientError(error)
    } finally {
      load.pending--
    }
  }

  #admitted(plugin: SupervisedPlugin): Load {
    const now = this.#now()
    const load = this.#loadByPlugin.get(plugin) ?? {
      bucket: new TokenBucket(pageLimits.requestsPerSecond, pageLimits.burst / pageLimits.requestsPerSecond),
      refilledAt: now,
      pending: 0,
    }
    this.#loadByPlugin.set(plugin, load)
    load.bucket.refill(now - load.refilledAt)
    load.refilledAt = now
    if (load.pending >= pageLimits.pending || !load.bucket.tryTake(1))
      throw new MarineDataError(
        'too-many-requests',
        `Plugin "${plugin.name}" has too many requests to answer`,
      )
    return load
  }
}
