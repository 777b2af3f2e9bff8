import type { PathMetadata, PathValue } from '@marinedata/model'
import type { Counters, Refusal } from '#counters.ts'
import { ServerAuthor } from './author.ts'
import type { Intake } from './intake.ts'

export interface ServerVoiceOptions {
  readonly intake: Intake
  readonly counters: Counters
  /** A value of the server's own was refused: a fault of the server, to be logged. */
  readonly onRefused: (refused: {
    readonly source: string
    readonly reason: Refusal
    readonly detail: string
    readonly paths: readonly string[]
  }) => void
}

/** Publishes what the server itself has to say, and what devices report to it. A refusal is counted and reported. */
export class ServerVoice {
  readonly #options: ServerVoiceOptions
  readonly #author = new ServerAuthor()

  constructor(options: ServerVoiceOptions) {
    this.#options = options
  }

  /** @param source a part of the server, or the id of a device */
  publish(source: string, values: readonly PathValue[], meta?: readonly PathMetadata[]): void {
    const { intake, counters, onRefused } = this.#options
    const update = { $source: source, values: [...values], ...(meta && { meta: [...meta] }) }
    const refusal = intake.accept({ updates: [update] }, this.#author)
    if (refusal === undefined) return
    counters.refusedServerDeltas++
    const paths = values.map(({ path }) => path)
    onRefused({ source, reason: refusal.reason, detail: refusal.describe(), paths })
  }
}
