import { sentenceText } from '#encoding/output-sentence.ts'
import { hourText } from '#encoding/output-fields.ts'
import {
  positionText,
  wireAlertKinds,
  wireAlertPriorities,
  wireAlertStates,
  type WireAlert,
  type WireAlertState,
} from '@marinedata/model'

/** Seconds between two lists of alerts, and between two heartbeats. */
export const alertListPeriod = 30

/** An alert with what identifies it. */
export interface LineAlert extends Pick<
  WireAlert,
  'kind' | 'priority' | 'title' | 'description' | 'position'
> {
  /** Which of the alerts with its identifier. */
  readonly number: number
  /** Counts its changes, from 1 to 99. */
  readonly revision: number
  /** ISO 8601 in UTC: time of the last change. */
  readonly changedAt: string
}

const talker = 'II'
/** The alerts are standard ones or our own: no maker. */
const noMaker = ''
const notEscalated = '0'
/** With its line end a sentence has at most 82 characters: more entries do not fit. */
const entriesPerSentence = 4
/** Longest description, beside the longest numbers. */
const descriptionLength = 40

const identifierOf = ({ kind }: Pick<LineAlert, 'kind'>): string => String(wireAlertKinds[kind].identifier)

const descriptionOf = ({ kind, description, position }: LineAlert): string => {
  const place =
    kind === 'overboard' && position !== undefined
      ? ` ${positionText(position, { joint: '-', decimals: 3 })}`
      : ''
  return (description + place).slice(0, descriptionLength).trim()
}

const two = (count: number): string => String(count).padStart(2, '0')

const groupsOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.max(1, Math.ceil(items.length / size)) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** Writes the sentences about alerts for one output: each kind of sentence counts its messages. */
export class AlertSentences {
  #alerts = 0
  #lists = 0
  #heartbeats = 0

  /** ALF: an alert after a change, with a second sentence when it has a description. */
  change(alert: LineAlert, state: WireAlertState): readonly string[] {
    const { priority, number, revision, title, changedAt } = alert
    const { category } = wireAlertKinds[alert.kind]
    const description = descriptionOf(alert)
    const total = description === '' ? '1' : '2'
    const sequence = String(this.#alerts++ % 10)
    const identity = [noMaker, identifierOf(alert), String(number), String(revision), notEscalated]
    const [letter, word] = [wireAlertStates[state].letter, wireAlertPriorities[priority].letter]
    const first = [total, '1', sequence, hourText(changedAt), category, word, letter, ...identity, title]
    const second = [total, '2', sequence, '', '', '', '', ...identity, description]
    return [first, ...(total === '2' ? [second] : [])].flatMap(
      (fields) => sentenceText(talker, 'ALF', fields) ?? [],
    )
  }

  /** ALC: all alerts that other devices must know. An empty list says that there is none. */
  list(alerts: readonly LineAlert[]): readonly string[] {
    const sequence = two(this.#lists++ % 100)
    const groups = groupsOf(alerts, entriesPerSentence)
    return groups.flatMap((group, index) => {
      const entries = group.flatMap((alert) => [
        noMaker,
        identifierOf(alert),
        String(alert.number),
        String(alert.revision),
      ])
      const fields = [two(groups.length), two(index + 1), sequence, String(group.length), ...entries]
      return sentenceText(talker, 'ALC', fields) ?? []
    })
  }

  /** HBT: this server works, and sends again within its period. */
  heartbeat(): readonly string[] {
    const fields = [String(alertListPeriod), 'A', String(this.#heartbeats++ % 10)]
    return [sentenceText(talker, 'HBT', fields)].flatMap((line) => line ?? [])
  }
}

/** ARC: a command to an alert is refused. @param time as in the command */
export const refusalSentence = (
  time: string,
  { kind, number }: Pick<LineAlert, 'kind' | 'number'>,
  command: string,
): string | undefined =>
  sentenceText(talker, 'ARC', [time, noMaker, identifierOf({ kind }), String(number), command])
