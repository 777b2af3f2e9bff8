import { BitWriter, type Payload } from '#bits/bit-writer.ts'
import { mapOf } from '#craft/craft.ts'
import { aisMessages, type AisMessage, type AisMessageName } from '#messages/ais-messages.ts'
import { withChecksum } from './checksum.ts'

/** Known values of a craft by path. A value that is unknown or too old is absent. */
export type CraftValues = Readonly<Record<string, unknown>>

const nineDigits = /^[0-9]{9}$/

const isKnown = (value: unknown): boolean => value !== undefined && value !== null

/** A beacon without a state would be read as one under test: nobody would search. */
const isAmbiguous = (mmsi: string, { values }: AisMessage, known: CraftValues): boolean =>
  mapOf(mmsi) === 'sar' && 'navigation.state' in values && !isKnown(known['navigation.state'])

/**
 * Encodes a message. Values that are unknown or that it cannot contain are sent as "not available".
 *
 * @returns undefined when the craft cannot send this message, or nothing of what it is for is known
 */
export const encodeMessage = (
  name: AisMessageName,
  mmsi: string,
  known: CraftValues,
): Payload | undefined => {
  const message: AisMessage = aisMessages[name]
  const { type, bits, sentBits = bits, values, fixed, essential, of } = message
  if (!nineDigits.test(mmsi) || !of.includes(mapOf(mmsi)) || isAmbiguous(mmsi, message, known))
    return undefined
  if (!essential.some((path) => isKnown(known[path]))) return undefined
  const to = new BitWriter(mmsi, sentBits)
  to.write(0, 6, type)
  to.write(8, 30, Number(mmsi))
  for (const each of fixed) to.write(...each)
  for (const [path, { write }] of Object.entries(values)) write(to, known[path])
  return to.payload
}

const isClassA = (known: CraftValues): boolean => {
  const given = known['sensors.ais.class']
  // A class B transponder sends no state.
  return given === 'A' || (given !== 'B' && isKnown(known['navigation.state']))
}

const positionMessageOf = (mmsi: string, known: CraftValues): AisMessageName => {
  switch (mapOf(mmsi)) {
    case 'aircraft':
      return 'aircraft'
    case 'aton':
      return mmsi.startsWith('00') ? 'baseStation' : 'mark'
    case 'sar':
      return 'positionA'
    default:
      return isClassA(known) ? 'positionA' : 'positionB'
  }
}

/** The message with the position of a craft; undefined without a position. */
export const encodePosition = (mmsi: string, known: CraftValues): Payload | undefined =>
  encodeMessage(positionMessageOf(mmsi, known), mmsi, known)

/** The messages with name and size of a vessel. Other craft have these in their position, or have none. */
export const encodeStatic = (mmsi: string, known: CraftValues): Payload[] => {
  if (mapOf(mmsi) !== 'vessels') return []
  const names: AisMessageName[] = isClassA(known) ? ['voyage'] : ['nameOfB', 'particularsOfB']
  return names.flatMap((name) => encodeMessage(name, mmsi, known) ?? [])
}

/** Payload characters that fit into a sentence of 82 characters, its line end included. */
const mostCharacters = 60
const sequences = 10

export interface AisSentenceOptions {
  /** VDM about others, VDO about the own vessel. */
  readonly type?: 'VDM' | 'VDO'
  /** The radio channel, when it is known. */
  readonly channel?: 'A' | 'B'
}

/** Writes messages as sentences. Counts the ids that join the parts of a long message. */
export class AisSentenceWriter {
  #sequence = 0

  /** The sentences of a message, without line ends. */
  write({ text, fill }: Payload, { type = 'VDM', channel }: AisSentenceOptions = {}): string[] {
    const total = Math.ceil(text.length / mostCharacters)
    const sequence = total === 1 ? '' : this.#nextSequence()
    return Array.from({ length: total }, (_, index) => {
      const part = text.slice(index * mostCharacters, (index + 1) * mostCharacters)
      const fillBits = index === total - 1 ? fill : 0
      return withChecksum(
        `AI${type},${total},${index + 1},${sequence},${channel ?? ''},${part},${fillBits}`,
        '!',
      )
    })
  }

  #nextSequence(): number {
    const sequence = this.#sequence
    this.#sequence = (sequence + 1) % sequences
    return sequence
  }
}
