/** A refused delta: its index in the batch and the reason. */
export interface NamedRefusal {
  readonly delta: number
  readonly reason: string
  /** The reason in a sentence. */
  readonly detail?: string
}

interface RefusalWarningsOptions {
  readonly warn: (message: string) => void
  /** Monotonic milliseconds. */
  readonly now: () => number
}

const repeatAfterMs = 10_000
/** Distinct warnings within 10 s; further ones are not logged. */
const maxWarnings = 32

const adviceByReason: Readonly<Record<string, string>> = {
  'undeclared-path': 'add it to `writes.paths` in the manifest',
  'undeclared-context': 'add it to `writes.contexts` in the manifest',
  'foreign-source': 'add it to `writes.sources` in the manifest',
  'reserved-path': 'raise alerts with `raise`, and send an autopilot’s state as reports of its device',
  'invalid-delta': 'it does not match the schema of a delta',
  'half-position': 'a position has latitude and longitude in degrees, or is null',
}

/** Logs why published data is refused: the first time at once, then at most once every 10 s. */
export class RefusalWarnings {
  readonly #options: RefusalWarningsOptions
  readonly #loggedAt = new Map<string, number>()

  constructor(options: RefusalWarningsOptions) {
    this.#options = options
  }

  warnRefused(refused: readonly NamedRefusal[], texts: readonly string[]): void {
    for (const { delta, reason, detail } of refused) {
      const place = placeOf(texts[delta])
      const advice = adviceByReason[reason] ?? detail
      this.#once(`Refused as ${reason}: ${place}${advice === undefined ? '' : `; ${advice}`}`)
    }
  }

  warnLost(deltas: number, why: string): void {
    this.#once(why, `${deltas} deltas were lost: ${why}`)
  }

  #once(key: string, message = key): void {
    const { now, warn } = this.#options
    for (const [known, at] of this.#loggedAt) if (now() - at >= repeatAfterMs) this.#loggedAt.delete(known)
    if (this.#loggedAt.has(key) || this.#loggedAt.size >= maxWarnings) return
    this.#loggedAt.set(key, now())
    warn(message)
  }
}

interface Placed {
  readonly context?: string
  readonly updates: readonly {
    readonly $source?: string
    readonly values?: readonly { readonly path?: string }[]
  }[]
}

/** The path, source and context of a delta as its author wrote them. */
const placeOf = (text: string | undefined): string => {
  if (text === undefined) return 'a delta'
  // The text is a delta of this process, but an invalid delta may lack any member.
  const { context, updates } = JSON.parse(text) as Partial<Placed>
  const first = updates?.[0]
  const path = first?.values?.[0]?.path ?? 'a delta without values'
  const source = first?.$source === undefined ? '' : ` from source "${first.$source}"`
  return `"${path}"${source}${context === undefined ? '' : ` of ${context}`}`
}
