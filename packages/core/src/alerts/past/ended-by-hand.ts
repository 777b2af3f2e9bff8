import { severityOf } from '@marinedata/model'
import { effectiveSeverity, keyOf, without, type EndedRecord, type SourceCondition } from '../alert-record.ts'

const maxEnded = 512

type Place = Pick<SourceCondition, 'path' | 'source'>

/**
 * Alerts that a person has ended although their source may still report them. Repeating such a condition raises
 * nothing; a new episode, a higher severity, or the same condition after a normal one does.
 */
export class EndedByHand {
  /** In the order in which they ended. */
  readonly #byKey = new Map<string, EndedRecord>()

  /** @param past ended alerts in the order in which they ended, as restored from the store */
  constructor(past: readonly EndedRecord[]) {
    for (const record of past) this.add(record)
  }

  /** Adds an ended alert if its source may repeat it. The oldest is forgotten when there are too many. */
  add(record: EndedRecord): void {
    if (record.ignoresRepeats !== true) return
    this.#byKey.delete(keyOf(record))
    this.#byKey.set(keyOf(record), record)
    const [oldest] = this.#byKey.keys()
    if (this.#byKey.size > maxEnded && oldest !== undefined) this.#byKey.delete(oldest)
  }

  /** The ended alert that a condition repeats; undefined when the condition is to raise an alert. */
  repeatedBy(reported: SourceCondition): EndedRecord | undefined {
    const ended = this.#byKey.get(keyOf(reported))
    if (ended === undefined || ended.condition.episode !== reported.condition.episode) return undefined
    return severityOf(reported.condition.state) > severityOf(effectiveSeverity(ended)) ? undefined : ended
  }

  /** Forgets an ended alert. Returns its record to write, if it had one, so that a restart does not restore it. */
  remove(place: Place): EndedRecord | undefined {
    const ended = this.#byKey.get(keyOf(place))
    if (ended === undefined) return undefined
    this.#byKey.delete(keyOf(place))
    return without(ended, 'ignoresRepeats')
  }
}
