/** A refusal as the server names it: the place in the batch, and why. */
export interface NamedRefusal {
  readonly delta: number
  readonly reason: string
  /** The reason in a sentence. */
  readonly detail?: string
}

interface RefusalWarningsOptions {
  readonly warn: (message: string) => void
  /** Milliseconds that never go back. */
  readonly now: () => number
}

const againAfterMs = 10_000
/** Warnings that are remembered; who has more of them has seen enough. */
const mostAtOnce = 32

const adviceByReason: Readonly<Record<string, string>> = {
  'undeclared-path': 'add it to `writes.paths` in the manifest',
  'undeclared-context': 'add it to `writes.contexts` in the manifest',
  'foreign-source': 'add it to `writes.sources` in the manifest',
  'reserved-path': 'alarms are raised with `raise`, an autopilot’s state is told by its device’s reports',
  'invalid-delta': 'it does not fit the schema of a delta',
  'half-position': 'a position has latitude and longitude in degrees, or is null',
}

/** Says in the log why published data does not arrive: at once, and then seldom. */
export class RefusalWarnings {
  readonly #options: RefusalWarningsOptions
  readonly #toldAt = new Map<string, number>()

  constructor(options: RefusalWarningsOptions) {
    this.#options = options
  }

  tell(refused: readonly NamedRefusal[], texts: readonly string[]): void {
    for (const { delta, reason, detail } of refused) {
      const place = placeOf(texts[delta])
      const advice = adviceByReason[reason] ?? detail
      this.#once(`Refused as ${reason}: ${place}${advice === undefined ? '' : `; ${advice}`}`)
    }
  }

  tellLost(deltas: number, why: string): void {
    this.#once(why, `${deltas} deltas were not taken: ${why}`)
  }

  #once(key: string, message = key): void {
    const { now, warn } = this.#options
    for (const [told, at] of this.#toldAt) if (now() - at >= againAfterMs) this.#toldAt.delete(told)
    if (this.#toldAt.has(key) || this.#toldAt.size >= mostAtOnce) return
    this.#toldAt.set(key, now())
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

/** Where a delta goes, as its author wrote it. */
const placeOf = (text: string | undefined): string => {
  if (text === undefined) return 'a delta'
  // The text was made from a delta in this process; a wrong one may lack anything all the same.
  const { context, updates } = JSON.parse(text) as Partial<Placed>
  const first = updates?.[0]
  const path = first?.values?.[0]?.path ?? 'a delta without values'
  const source = first?.$source === undefined ? '' : ` from source "${first.$source}"`
  return `"${path}"${source}${context === undefined ? '' : ` of ${context}`}`
}
