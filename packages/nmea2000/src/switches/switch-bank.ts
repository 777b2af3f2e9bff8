import { decode } from '#codec/decode.ts'
import { encodeById } from '#codec/encode.ts'

/** The messages of switch banks: their states, and the two ways to set a switch. */
export const switchBankPgns = { status: 127_501, control: 127_502, groupFunction: 126_208 } as const

/** A bank has up to 28 switches, two bits each. */
export const switchesPerBank = 28
/** Higher instances are special values. */
const maxInstance = 252
const bits = { off: 0, on: 1, noChange: 3 } as const

/** One switch of a bank, as it shall be. */
export interface WantedSwitch {
  readonly instance: number
  /** From 1. */
  readonly number: number
  readonly isOn: boolean
}

/** The switches of a bank, the first one first: null is not available, or in error. */
export interface SwitchBankStatus {
  readonly instance: number
  readonly states: readonly (boolean | null)[]
}

const placeOf = (number: number): { readonly byte: number; readonly shift: number } => ({
  byte: 1 + ((number - 1) >> 2),
  shift: ((number - 1) & 3) * 2,
})

const stateOf = (raw: number): boolean | null => (raw > bits.on ? null : raw === bits.on)

/** Reads PGN 127501; undefined when it has no instance. */
export const readSwitchBank = (payload: Uint8Array): SwitchBankStatus | undefined => {
  const [instance] = payload
  if (instance === undefined || instance > maxInstance) return undefined
  const states = Array.from({ length: switchesPerBank }, (_, index) => {
    const { byte, shift } = placeOf(index + 1)
    return stateOf(((payload[byte] ?? 0xff) >> shift) & 3)
  })
  return { instance, states }
}

/** PGN 127502, to all devices: sets one switch, and leaves the others as they are. */
export const switchBankControl = ({ instance, number, isOn }: WantedSwitch): Uint8Array => {
  const payload = new Uint8Array(8).fill(0xff)
  const { byte, shift } = placeOf(number)
  payload[0] = instance
  payload[byte] = (0xff & ~(bits.noChange << shift)) | ((isOn ? bits.on : bits.off) << shift)
  return payload
}

/** Keeps the priority of the message that is commanded. */
const samePriority = 8

/** PGN 126208, to the bank alone: commands the field of the switch in 127501. The instance is field 1. */
export const switchBankCommand = ({ instance, number, isOn }: WantedSwitch): Uint8Array =>
  encodeById('nmeaCommandGroupFunction', { pgn: switchBankPgns.status, priority: samePriority }, [
    [
      { parameter: 1, value: instance },
      { parameter: number + 1, value: isOn ? bits.on : bits.off },
    ],
  ])

/** PGN 59904: asks a bank, or all of them, for its states. */
export const switchBankRequest = (): Uint8Array => encodeById('isoRequest', { pgn: switchBankPgns.status })

/** Reads the acknowledgement of a command to a bank: whether it was accepted. Undefined for any other message. */
export const readSwitchAcknowledgement = (payload: Uint8Array): boolean | undefined => {
  const message = decode(switchBankPgns.groupFunction, payload)
  if (message?.definition.id !== 'nmeaAcknowledgeGroupFunction') return undefined
  if (message.fields['pgn'] !== switchBankPgns.status) return undefined
  const parameters = message.lists.flat().map(({ parameter }) => parameter)
  return [message.fields['pgnErrorCode'], ...parameters].every((error) => error === 0)
}
