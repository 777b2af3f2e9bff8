import { lookupText } from '#codec/database.ts'
import type { Fields, Message } from '#codec/decode.ts'
import { plainText } from '#codec/plain-text.ts'
import type { Severity } from '@marinedata/model'
import { conditionOf, longestText, type Alert } from './alert-condition.ts'
import { engineNameOf } from './boat-rules.ts'
import { numberIn, type InstanceNames } from './rules.ts'

/** The names of bits that are no faults: a glow plug, a gear lever, a second throttle, and a kind of drive. */
const noFaults: ReadonlySet<string> = new Set([
  'Preheat Indicator',
  'Neutral Start Protect',
  'Sub or Secondary Throttle',
  'Sail Drive',
])

/** `Low Oil Pressure` as a part of a path: `lowOilPressure`. */
const segmentOf = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('')

interface Bits {
  readonly field: string
  readonly lookup: string
  readonly bits: number
  readonly state: Severity
  /** Between the engine and the fault, in paths and in texts. */
  readonly part?: string
}

/** One alert for each bit with a name. A status of all ones says nothing. */
const bitAlerts =
  ({ field, lookup, bits, state, part }: Bits) =>
  ({ fields }: Message, names: InstanceNames): Alert[] => {
    const status = numberIn(fields, field)
    const engine = engineNameOf(fields, names)
    if (status === undefined || status === 2 ** bits - 1 || engine === undefined) return []
    return Array.from({ length: bits }, (_, bit) => bit).flatMap((bit) => {
      const name = lookupText(lookup, bit)
      if (name === undefined || noFaults.has(name)) return []
      const isSet = Math.floor(status / 2 ** bit) % 2 === 1
      const path = ['notifications.propulsion', engine, part, segmentOf(name)].filter(
        (text) => text !== undefined,
      )
      const text = `${engine} ${part ?? 'engine'}: ${name.toLowerCase()}`
      return [{ path: path.join('.'), condition: conditionOf(isSet ? state : 'normal', isSet ? text : '') }]
    })
  }

const alertTypes: Readonly<Record<number, Severity>> = { 1: 'emergency', 2: 'alarm', 5: 'warn', 8: 'alert' }
/** States of an alert on the bus. */
const alertStates = { disabled: 0, normal: 1, silenced: 3, acknowledged: 4 }

/** The key of an alert on the bus: its number alone is not unique. */
export const alertPathOf = (fields: Fields): string | undefined => {
  const source = fields['dataSourceNetworkIdName']
  const numbers = ['alertSystem', 'alertSubSystem', 'alertId', 'alertOccurrenceNumber'].map(
    (field) => numberIn(fields, field) ?? 0,
  )
  return typeof source === 'string' ? `notifications.nmea2000.${source}.${numbers.join('.')}` : undefined
}

/** The text of an alert, which comes in a separate message. */
export const alertTextOf = ({
  alertTextDescription: text,
  alertLocationTextDescription: place,
}: Fields): string =>
  [text, place]
    .flatMap((part) => (typeof part === 'string' ? (plainText(part) ?? []) : []))
    .join(', ')
    .slice(0, longestText)

/** Alerts that have ended, and those that someone has silenced or acknowledged. */
const ended: ReadonlySet<unknown> = new Set([alertStates.disabled, alertStates.normal])
const silent: ReadonlySet<unknown> = new Set([alertStates.silenced, alertStates.acknowledged])

const alertName = (type: number, fields: Fields): string =>
  `${lookupText('ALERT_TYPE', type) ?? 'Alert'} ${numberIn(fields, 'alertId') ?? ''}`.trim()

/** An alert on the bus. One of an unknown type is withheld. */
const busAlert = ({ fields }: Message, text: string | undefined): Alert[] => {
  const path = alertPathOf(fields)
  const type = numberIn(fields, 'alertType') ?? -1
  const { alertState: state } = fields
  const severity = alertTypes[type]
  if (path === undefined || severity === undefined || state === undefined) return []
  if (ended.has(state)) return [{ path, condition: conditionOf('normal', '') }]
  return [{ path, condition: conditionOf(severity, text ?? alertName(type, fields), silent.has(state)) }]
}

type ReadAlerts = (message: Message, names: InstanceNames, text: string | undefined) => Alert[]

const engine = bitAlerts({ field: 'discreteStatus1', lookup: 'ENGINE_STATUS_1', bits: 16, state: 'alarm' })
const engineWarnings = bitAlerts({
  field: 'discreteStatus2',
  lookup: 'ENGINE_STATUS_2',
  bits: 16,
  state: 'warn',
})

/** Alerts in messages, by message. */
export const alertRules: Readonly<Record<string, ReadAlerts>> = {
  engineParametersDynamic: (message, names) => [...engine(message, names), ...engineWarnings(message, names)],
  transmissionParametersDynamic: bitAlerts({
    field: 'discreteStatus1',
    lookup: 'TRANSMISSION_STATUS_1',
    bits: 8,
    state: 'warn',
    part: 'transmission',
  }),
  alert: (message, _names, text) => busAlert(message, text),
}

/** Patterns of the paths that these rules write. */
export const alertPaths = ['notifications.propulsion.*', 'notifications.nmea2000.*'] as const
