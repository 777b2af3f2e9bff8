import type { Sentence } from '#lines/sentence.ts'
import { wireAlertKinds, type WireAlertKind } from '@marinedata/model'

/** What a panel wants of an alert. `transfer` moves the responsibility to another device. */
const actionsByLetter = { A: 'acknowledge', S: 'silence', O: 'transfer', Q: 'query' } as const

export type AlertCommandLetter = keyof typeof actionsByLetter

/** A command of a panel to one alert: ACN, or the older ACK. */
export interface AlertCommand {
  readonly action: (typeof actionsByLetter)[AlertCommandLetter]
  readonly letter: AlertCommandLetter
  /** The kinds of alerts with its identifier. */
  readonly kinds: readonly WireAlertKind[]
  /** Which of the alerts with this identifier; absent in ACK, which knows only the kind. */
  readonly number?: number
  /** As received, for the answer. */
  readonly time: string
}

/** Our alerts are standard ones or our own. */
const noMaker = ''
const wholeNumber = /^[0-9]{1,6}$/
const time = /^(?:[0-9]{6}(?:\.[0-9]{1,3})?)?$/

const kindsWhere = (member: 'id' | 'identifier', text: string): readonly WireAlertKind[] =>
  wholeNumber.test(text)
    ? // The keys of the table are the kinds.
      (Object.keys(wireAlertKinds) as WireAlertKind[]).filter(
        (kind) => wireAlertKinds[kind][member] === Number(text),
      )
    : []

const letterOf = (text: string): AlertCommandLetter | undefined =>
  Object.hasOwn(actionsByLetter, text) ? (text as AlertCommandLetter) : undefined

const readAcn = (fields: readonly string[]): AlertCommand | undefined => {
  const text = (index: number): string => fields[index] ?? ''
  const at = text(0)
  const kinds = kindsWhere('identifier', text(2))
  const letter = letterOf(text(4))
  const isWhole = text(1) === noMaker && text(5) === 'C' && time.test(at) && wholeNumber.test(text(3))
  if (!isWhole || letter === undefined || kinds.length === 0) return undefined
  return { action: actionsByLetter[letter], letter, kinds, number: Number(text(3)), time: at }
}

const readAck = ([id = '']: readonly string[]): AlertCommand | undefined => {
  const kinds = kindsWhere('id', id)
  return kinds.length === 0 ? undefined : { action: 'acknowledge', letter: 'A', kinds, time: '' }
}

/** Types of the sentences with which panels answer alerts. */
export const alertCommandTypes: ReadonlySet<string> = new Set(['ACN', 'ACK'])

/** Reads ACN and ACK. Undefined when it is no command to an alert of ours. */
export const readAlertCommand = ({
  type,
  fields,
}: Pick<Sentence, 'type' | 'fields'>): AlertCommand | undefined => {
  if (type === 'ACN') return readAcn(fields)
  return type === 'ACK' ? readAck(fields) : undefined
}
