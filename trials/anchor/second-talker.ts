import { moved, type Place } from '../../plugins/anchor-watch/src/water/plane.ts'
import { Random } from '../../plugins/simulator/src/sea/random.ts'
import { vectorOf } from '../../plugins/simulator/src/vector.ts'
import type { NightPlan, TalkerKind } from './night-kinds.ts'

/** A position of the second talker, and when it arrives. */
interface TalkerFix {
  readonly at: number
  readonly position: Place
}

const forgedRate = 10
/** Metres by which forged positions and those of a second receiver vary. */
const jitter = 1

/** A second receiver, or someone who forges one, behind the source of the receiver. */
export class SecondTalker {
  readonly #kind: TalkerKind
  readonly #random: Random
  readonly #from: number
  readonly #bearing: number
  readonly #off: number
  #start: Place | undefined

  constructor(kind: TalkerKind, { settings }: NightPlan) {
    this.#kind = kind
    this.#random = new Random(settings.seed).branch('talker')
    this.#from = (settings.drag?.at ?? 0) - this.#random.between(0, 600)
    this.#bearing = this.#random.between(0, 2 * Math.PI)
    this.#off = this.#random.between(15, 500)
  }

  /** What it says in the second before this time. */
  fixes(time: number, position: Place | undefined): TalkerFix[] {
    if (time < this.#from || position === undefined) return []
    this.#start ??= position
    const count = this.#kind === 'forged' ? forgedRate : 1
    return Array.from({ length: count }, (_, index) => ({
      at: time - 1 + (index + 0.5) / count,
      position: this.#place(position),
    }))
  }

  #place(position: Place): Place {
    const start = this.#start ?? position
    if (this.#kind === 'frozen') return start
    const off = this.#kind === 'offset' ? this.#off : 0
    const { north, east } = vectorOf(this.#bearing, off)
    return moved(this.#kind === 'offset' ? position : start, {
      north: north + jitter * this.#random.normal(),
      east: east + jitter * this.#random.normal(),
    })
  }
}
