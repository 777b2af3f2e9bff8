import { decode, type Fields } from '#codec/decode.ts'
import { isNameText, type NameText } from '#network/name.ts'
import {
  positionText,
  wireAlertKinds,
  wireAlertPriorities,
  wireAlertStates,
  type Overboard,
  type WireAlert,
  type WireAlertKind,
  type WireAlertState,
} from '@marinedata/model'
import { outputMessage, type OutputMessage } from './output-message.ts'
import { roundedDirection } from './output-values.ts'

/** Messages about alerts: they are sent when something changes, not at a period. */
export const alertPgns = { alert: 126_983, response: 126_984, text: 126_985, overboard: 127_233 } as const

/** The messages about alerts that can be sent. */
export const alertOutputPgns = [alertPgns.alert, alertPgns.text, alertPgns.overboard] as const

const priorities = { alert: 2, overboard: 3 }
/** Our number among the alert systems of the bus. */
const alertSystem = 1
const [navigational, technical] = [0, 1]
const english = 1
/** All ones: not acknowledged. */
const noName = 'f'.repeat(16)

const withPriority = (message: OutputMessage | undefined, priority: number): OutputMessage | undefined =>
  message && { ...message, priority }

/** An alert with what identifies it on the bus. */
export interface BusAlert extends Pick<WireAlert, 'kind' | 'priority' | 'title' | 'position'> {
  readonly state: WireAlertState
  /** Which of the alerts of its kind. */
  readonly number: number
  /** The NAME of the device that sends it. */
  readonly name: NameText
  /** The device that has acknowledged it. */
  readonly acknowledgedBy?: NameText | undefined
  /** Whether devices may silence and acknowledge it. */
  readonly isAnswerable: boolean
}

const identityOf = ({ kind, priority, name, number }: BusAlert): Fields => {
  const { id, category } = wireAlertKinds[kind]
  return {
    alertType: wireAlertPriorities[priority].number,
    alertCategory: category === 'A' ? navigational : technical,
    alertSystem,
    alertSubSystem: 0,
    alertId: id,
    dataSourceNetworkIdName: name,
    dataSourceInstance: 0,
    dataSourceIndexSource: 0,
    alertOccurrenceNumber: number,
  }
}

/** PGN 126983: the state of an alert. */
export const alertMessage = (alert: BusAlert): OutputMessage | undefined => {
  const { state, isAnswerable, acknowledgedBy } = alert
  const isSupported = isAnswerable ? 1 : 0
  const fields = {
    ...identityOf(alert),
    temporarySilenceStatus: state === 'silenced' ? 1 : 0,
    acknowledgeStatus: state === 'acknowledged' ? 1 : 0,
    escalationStatus: 0,
    temporarySilenceSupport: isSupported,
    acknowledgeSupport: isSupported,
    escalationSupport: 0,
    acknowledgeSourceNetworkIdName: (state === 'acknowledged' ? acknowledgedBy : undefined) ?? noName,
    triggerCondition: 0,
    thresholdStatus: 0,
    alertPriority: 0,
    alertState: wireAlertStates[state].number,
  }
  return withPriority(outputMessage('alert', { fields }, ['alertState']), priorities.alert)
}

/** PGN 126985: the words of an alert, and where it is. */
export const alertTextMessage = (alert: BusAlert): OutputMessage | undefined => {
  const { title, position } = alert
  const fields = {
    ...identityOf(alert),
    languageId: english,
    alertTextDescription: title,
    alertLocationTextDescription:
      position === undefined ? '' : positionText(position, { joint: ' ', decimals: 1 }),
  }
  return withPriority(outputMessage('alertText', { fields }, ['alertTextDescription']), priorities.alert)
}

/** An answer to an alert: a device silences or acknowledges one. */
export interface AlertAnswer {
  readonly kind: WireAlertKind
  readonly number: number
  /** The NAME that the alert was sent under. */
  readonly name: NameText
  readonly action: 'acknowledge' | 'silence'
}

const actions: readonly (AlertAnswer['action'] | undefined)[] = ['acknowledge', 'silence']

const kindOf = (id: unknown): WireAlertKind | undefined =>
  // The keys of the table are the kinds.
  (Object.keys(wireAlertKinds) as WireAlertKind[]).find((kind) => wireAlertKinds[kind].id === id)

/** Reads PGN 126984. Undefined when it is no answer to one alert of our system. */
export const readAlertResponse = (payload: Uint8Array): AlertAnswer | undefined => {
  const fields = decode(alertPgns.response, payload)?.fields ?? {}
  const { dataSourceNetworkIdName: name, alertOccurrenceNumber: number, responseCommand } = fields
  const kind = kindOf(fields['alertId'])
  const action = actions[Number(responseCommand)]
  const isOurs = fields['alertSystem'] === alertSystem && fields['alertSubSystem'] === 0
  if (!isOurs || kind === undefined || action === undefined) return undefined
  return isNameText(name) && typeof number === 'number' ? { kind, number, name, action } : undefined
}

const dayMs = 86_400_000
const statuses = { emitter: 0, button: 1, off: 3 }
const positionSources = { vessel: 0, emitter: 1 }
const trueNorth = 0

/** PGN 127233. Fields without a value are "not available". */
export const overboardMessage = (overboard: Overboard, isOver: boolean): OutputMessage | undefined => {
  const { emitter, at, position, course, speed, mmsi } = overboard
  const active = emitter === undefined ? statuses.button : statuses.emitter
  const activationTime = (at % dayMs) / 1_000
  const direction = course === undefined ? undefined : roundedDirection(course)
  const fields = {
    mobEmitterId: emitter,
    manOverboardStatus: isOver ? statuses.off : active,
    activationTime,
    positionSource: emitter === undefined ? positionSources.vessel : positionSources.emitter,
    ...(position && {
      positionDate: Math.floor(at / dayMs),
      positionTime: activationTime,
      latitude: position.latitude,
      longitude: position.longitude,
    }),
    ...(direction !== undefined && { cogReference: trueNorth }),
    cog: direction,
    sog: speed,
    mmsiOfVesselOfOrigin: mmsi === undefined ? undefined : Number(mmsi),
  }
  const message = outputMessage('manOverboardNotification', { fields }, ['manOverboardStatus'])
  return withPriority(message, priorities.overboard)
}
