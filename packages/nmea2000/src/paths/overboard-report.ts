import type { Message } from '#codec/decode.ts'
import type { OverboardReport, Position } from '@marinedata/model'
import { numberIn } from './rules.ts'

/** The message of a device that reports someone overboard. */
export const overboardId = 'manOverboardNotification'

/** Status: started by the emitter or by a button, under test, off. */
const states: Readonly<Record<number, OverboardReport['state']>> = {
  0: 'active',
  1: 'active',
  2: 'test',
  3: 'off',
}
const lowBattery = 1

const positionIn = ({ fields }: Message): Position | undefined => {
  const [latitude, longitude] = [numberIn(fields, 'latitude'), numberIn(fields, 'longitude')]
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** A device's report about someone overboard; undefined for an unknown status. */
export const overboardReport = (message: Message): OverboardReport | undefined => {
  const { fields } = message
  const state = states[numberIn(fields, 'manOverboardStatus') ?? -1]
  return state === undefined
    ? undefined
    : {
        state,
        emitter: String(numberIn(fields, 'mobEmitterId') ?? 0),
        position: positionIn(message),
        activatedAt: numberIn(fields, 'activationTime'),
        isBatteryLow: fields['mobEmitterBatteryLowStatus'] === lowBattery,
      }
}
