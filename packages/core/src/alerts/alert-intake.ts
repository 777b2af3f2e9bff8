import { checkOf, Condition, isNotificationPath, parsePath, type Metadata } from '@marinedata/model'
import type { Refusal } from '#counters.ts'
import type { AlertRegistry } from './alert-registry.ts'

interface UpdateHead {
  readonly context: string
  readonly source: string
  readonly timestamp: string
}

/** Receives updates, one at a time. */
export interface UpdateSink {
  open(head: UpdateHead): Refusal | undefined
  put(path: string, value: unknown): Refusal | undefined
  describe(path: string, metadata: Metadata): Refusal | undefined
  commit(): void
}

export interface AlertIntakeOptions {
  readonly sink: UpdateSink
  readonly registry: AlertRegistry
  /** Whether a context is own ship, in any spelling. */
  readonly isOwn: (context: string) => boolean
}

const conditionCheck = checkOf<Condition>(Condition)

/**
 * Intercepts notifications of own ship before the tree: passes the condition to the alert registry and writes the resulting
 * alert. All other values pass through unchanged.
 */
export class AlertIntake implements UpdateSink {
  readonly #options: AlertIntakeOptions
  /** The source of the open update; undefined when the update is about another vessel. */
  #source: string | undefined

  constructor(options: AlertIntakeOptions) {
    this.#options = options
  }

  open(head: UpdateHead): Refusal | undefined {
    this.#source = this.#options.isOwn(head.context) ? head.source : undefined
    return this.#options.sink.open(head)
  }

  put(path: string, value: unknown): Refusal | undefined {
    // Hot path: the first letter rules out almost every value.
    if (path.startsWith('n') && this.#source !== undefined && isNotificationPath(path))
      return this.#putAlert(path, this.#source, value)
    return this.#options.sink.put(path, value)
  }

  describe(path: string, metadata: Metadata): Refusal | undefined {
    return this.#options.sink.describe(path, metadata)
  }

  commit(): void {
    this.#options.sink.commit()
  }

  #putAlert(path: string, source: string, value: unknown): Refusal | undefined {
    const { sink, registry } = this.#options
    if (parsePath(path) === undefined) return 'invalid-path'
    // Null means unknown, not normal: a raised alert stays raised.
    if (value === null) return sink.put(path, registry.notificationAt(path, source) ?? null)
    if (!conditionCheck.accepts(value)) return 'invalid-notification'
    return sink.put(path, registry.receive({ path, source, condition: value }))
  }
}
