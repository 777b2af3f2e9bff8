import type { BoatDetails, PathValue } from '@marinedata/model'
import { sensorAboveKeel, sensorBelowWaterline } from './boat-rules.ts'

const inside = (member: string, value: number | undefined): object | undefined =>
  value === undefined ? undefined : { [member]: value }

// A difference of two lengths in centimetres has no more digits than they have.
const toMillimetres = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 1000) / 1000

/** Each detail at its path. An unknown detail is undefined. */
const valueByPath = (details: BoatDetails): Readonly<Record<string, unknown>> => ({
  name: details.name,
  mmsi: details.mmsi,
  'communication.callsignVhf': details.callsign,
  'design.length': inside('overall', details.length),
  'design.beam': details.beam,
  'design.draft': inside('maximum', details.draught),
  'design.airHeight': details.airDraught,
  'sensors.gps.fromBow': details.gpsFromBow,
  'sensors.gps.fromCenter': details.gpsFromCentre,
  'environment.depth.surfaceToTransducer': toMillimetres(sensorBelowWaterline(details)),
  'environment.depth.transducerToKeel': toMillimetres(sensorAboveKeel(details)),
})

/** The paths of the details. Values that people entered are preferred there over every device. */
export const boatPaths: readonly string[] = Object.keys(valueByPath({}))

/** The known details as values. A detail that is no longer known is null. */
export const boatValues = (details: BoatDetails, before: BoatDetails = {}): PathValue[] => {
  const valueBefore = valueByPath(before)
  return Object.entries(valueByPath(details)).flatMap(([path, value]) => {
    if (value !== undefined) return [{ path, value }]
    return valueBefore[path] === undefined ? [] : [{ path, value: null }]
  })
}
