import type { Refusal } from '#fixes/fix.ts'
import type { Seconds } from '#water/units.ts'
import { timeSpan, type Level, type Notice } from './notice.ts'

/** After this the last position is not current. */
const tellAfter: Seconds = 10
const warnAfter: Seconds = 15
const alarmAfter: Seconds = 60

const causes: Readonly<Record<Refusal, string>> = {
  null: 'the receiver sends no position',
  half: 'the receiver sends half a position',
  'not-available': 'the receiver says that it has no position',
  zero: 'the receiver says 0° N 0° E',
  stale: 'the position is old',
  repeated: 'the receiver repeats an old position',
  'no-fix': 'the receiver has no fix',
  poor: 'the fix is too poor',
  jump: 'the position has jumped away',
  impossible: 'the position has jumped further than any boat can go',
  disagrees: 'another receiver says another place',
}

/** Measures how long there has been no usable position. */
export class NoFix {
  #since: Seconds
  #cause: Refusal | undefined
  /** The source of the rejected position. */
  #source = ''
  /** True before the first position of the watch. */
  #isBlind: boolean

  constructor(now: Seconds, isBlind: boolean) {
    this.#since = now
    this.#isBlind = isBlind
  }

  seen(now: Seconds): void {
    this.#since = now
    this.#cause = undefined
    this.#isBlind = false
  }

  /** A receiver often sends a position in two sentences: repeating a rejected one does not change why it was rejected. */
  refused(cause: Refusal, source: string): void {
    if (cause === 'repeated' && this.#cause !== undefined) return
    this.#cause = cause
    this.#source = source
  }

  silence(now: Seconds): Seconds {
    return now - this.#since
  }

  notice(now: Seconds): Notice | undefined {
    const silence = this.silence(now)
    if (!this.#isBlind && silence < tellAfter) return undefined
    const cause = this.#cause === undefined ? '' : `, ${causes[this.#cause]} (${this.#source})`
    const missing = this.#isBlind ? 'No position yet' : 'No position'
    return {
      reason: 'no-position',
      level: levelOf(silence),
      message: `${missing} for ${timeSpan(silence)}${cause}: the anchor is not watched`,
    }
  }
}

const levelOf = (silence: Seconds): Level =>
  silence >= alarmAfter ? 'alarm' : silence >= warnAfter ? 'warn' : 'alert'
