import { dayText, hourText } from '#encoding/output-fields.ts'
import { bearingFormat, knotsFormat, numberText } from '#encoding/number-formats.ts'
import { withChecksum } from '@marinedata/ais'
import { positionText, type Overboard, type Position } from '@marinedata/model'

const talker = 'II'
const positionOfVessel = '0'
const [button, notInUse] = ['M', 'V']
const tenthsOfKnots = { ...knotsFormat, digits: 1 }

/** Degrees and minutes with their letters, in four fields. */
const placeFields = (position: Position | undefined): readonly string[] => {
  if (position === undefined) return ['', '', '', '']
  return positionText(position, { joint: '', decimals: 4 })
    .split(' ')
    .flatMap((text) => [text.slice(0, -1), text.slice(-1)])
}

/**
 * MOB: the button was pressed, or the person is aboard again. Unknown fields are empty. With all its fields the sentence
 * is longer than 82 characters, as the amendment that defines it has it.
 */
export const overboardSentence = (
  { at, position, course, speed, mmsi }: Overboard,
  isOver: boolean,
): string => {
  const moment = new Date(at).toISOString()
  const hour = hourText(moment)
  const dated = position === undefined ? ['', ''] : [dayText(moment), hour]
  const fields = [
    '',
    isOver ? notInUse : button,
    hour,
    positionOfVessel,
    ...dated,
    ...placeFields(position),
    numberText(course, bearingFormat),
    numberText(speed, tenthsOfKnots),
    mmsi ?? '',
    '',
  ]
  return withChecksum([`${talker}MOB`, ...fields].join(','))
}

/** A text for all ships. Never the words of a beacon, `MOB ACTIVE`: they would start a search for one. */
export const tellShipsText = (position: Position | undefined): string =>
  position === undefined
    ? 'PERSON OVERBOARD'
    : `PERSON OVERBOARD ${positionText(position, { joint: '', decimals: 1 })}`

const [at, space] = [64, 40]

/** Six bits of each character, as a printable one. */
const sixBits = (text: string): string =>
  Array.from(text, (character) => {
    const code = character.charCodeAt(0)
    const bits = code >= at ? code - at : code
    return String.fromCharCode(bits < space ? bits + 48 : bits + 56)
  }).join('')

/**
 * BBM: asks the transponder to broadcast a safety text, message 14. It must be of class A; it chooses the channel.
 * @param sequence 0 to 9, counts the messages
 */
export const broadcastTextSentence = (text: string, sequence: number): string =>
  withChecksum(`IIBBM,1,1,${sequence % 10},0,14,${sixBits(text)},0`, '!')
