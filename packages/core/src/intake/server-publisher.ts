import type { PathMetadata, PathValue } from '@marinedata/model'
import type { Counters, Refusal } from '#counters.ts'
import { ServerAuthor } from './author.ts'
import type { Intake } from './intake.ts'

export interface ServerPublisherOptions {
  readonly intake: Intake
  readonly counters: Counters
  /** Called when a value of the server was refused. This is a bug in the server: log it. */
  readonly onRefused: (refused: {
    readonly source: string
    readonly reason: Refusal
    readonly detail: string
    readonly paths: readonly string[]
  }) => void
}

/** Publishes values of the server and of devices that report to it. Refusals are counted and reported. */
export class ServerPublisher {
  readonly #options: ServerPublisherOptions
  readonly #author = new ServerAuthor()

  constructor(options: ServerPublisherOptions) {
    this.#options = options
  }

  /** @param source a part of the server or a device id */
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
