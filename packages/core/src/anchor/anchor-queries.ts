import type { Clock } from '#clock.ts'
import {
  AnchorStays,
  AnchorTrack,
  checkOf,
  MarineDataError,
  type AnchorQuestion,
  type Check,
} from '@marinedata/model'
import { anchorKind, type AnchorRegistry } from './anchor-registry.ts'
import { refusalFrom } from '#devices/device-commands.ts'
import { checkOnline } from './anchor-commands.ts'

export interface AnchorQueriesOptions {
  readonly clock: Clock
  readonly registry: AnchorRegistry
  /** Sends a query to the provider; rejects on refusal and timeout. */
  readonly ask: (
    device: { readonly id: string; readonly provider: string },
    question: AnchorQuestion,
    options: { readonly deadlineMs: number },
  ) => Promise<unknown>
}

const trackCheck = checkOf<AnchorTrack>(AnchorTrack)
const staysCheck = checkOf<AnchorStays>(AnchorStays)

/** Answers are cached for this time, so that many clients do not load the anchor watch. */
const goodForMs = 1_000

/**
 * Queries the anchor watch for its track and past stays. Queries change nothing: they bypass the queue and the audit.
 */
export class AnchorQueries {
  readonly #options: AnchorQueriesOptions
  readonly #answers = new Map<string, { readonly askedAt: number; readonly answer: Promise<unknown> }>()

  constructor(options: AnchorQueriesOptions) {
    this.#options = options
  }

  /** @throws MarineDataError `no-provider`, `unsupported-action` or another problem of the provider */
  track(): Promise<AnchorTrack> {
    return this.#checked('track', trackCheck)
  }

  /** @throws MarineDataError `no-provider`, `unsupported-action` or another problem of the provider */
  stays(): Promise<AnchorStays> {
    return this.#checked('stays', staysCheck)
  }

  async #checked<T>(name: AnchorQuestion['name'], check: Check<T>): Promise<T> {
    const answer = await this.#answer(name)
    if (check.accepts(answer)) return answer
    const errors = check.faults(answer)
    throw new MarineDataError(
      'plugin-failed',
      `The anchor watch sent an invalid ${name}. Report this to the author of the plugin`,
      {
        errors,
      },
    )
  }

  #answer(name: AnchorQuestion['name']): Promise<unknown> {
    const now = this.#options.clock.now()
    const before = this.#answers.get(name)
    if (before !== undefined && now - before.askedAt < goodForMs) return before.answer
    const answer = this.#ask(name)
    this.#answers.set(name, { askedAt: now, answer })
    return answer
  }

  async #ask(name: AnchorQuestion['name']): Promise<unknown> {
    const { activeDevice: device } = this.#options.registry
    checkOnline(device)
    try {
      return await this.#options.ask(device, { name, input: {} }, { deadlineMs: device.confirmMs })
    } catch (error) {
      const refusal = refusalFrom(error, anchorKind, device)
      // A query needs no confirmation: a timeout means that the provider does not answer.
      if (refusal.code !== 'unconfirmed') throw refusal
      throw new MarineDataError('no-provider', `The anchor watch "${device.id}" does not answer. Try again`, {
        cause: error,
      })
    }
  }
}
