import type { Sentence } from '#lines/sentence.ts'
import type { OverboardReport, Position } from '@marinedata/model'
import { place, textOf, type Fields } from './fields.ts'
import { timeIn } from './moment.ts'

/** Active, started by a button, under test, not in use. An error says nothing about a person. */
const states: ReadonlyMap<string, OverboardReport['state']> = new Map([
  ['A', 'active'],
  ['M', 'active'],
  ['T', 'test'],
  ['V', 'off'],
])

const emitterShape = /^[0-9A-Fa-f]{1,5}$/
const placeOf = place(7)
const activation = timeIn(3)
const lowBattery = '1'

const secondOfDay = (fields: Fields): number | undefined => {
  const moment = activation.read(fields)
  return typeof moment === 'object' ? moment.time / 1_000 : undefined
}

const positionIn = (fields: Fields): Position | undefined => {
  const position = placeOf(fields)
  // The reader returns a position, nothing, or `refused`.
  return typeof position === 'object' ? (position as Position) : undefined
}

/** What a MOB sentence says about someone overboard; undefined for another sentence or an unknown status. */
export const overboardIn = ({
  talker,
  type,
  fields,
  isEncapsulated,
}: Sentence): OverboardReport | undefined => {
  if (type !== 'MOB' || talker === 'P' || isEncapsulated) return undefined
  const state = states.get(textOf(fields, 2))
  const emitter = textOf(fields, 1)
  if (state === undefined || (emitter !== '' && !emitterShape.test(emitter))) return undefined
  return {
    state,
    emitter: emitter === '' ? '0' : emitter.toUpperCase(),
    position: positionIn(fields),
    activatedAt: secondOfDay(fields),
    isBatteryLow: textOf(fields, 14) === lowBattery,
  }
}
