import { BoatDetails, checkOf } from '@marinedata/model'
import type { Findings } from './findings.ts'
import { at, isObject, listAt, type SignalkFolder } from './signalk-folder.ts'

const part = 'Vessel'
const isDetails = checkOf<BoatDetails>(BoatDetails)

/** Where each detail is: the path of signalk-server, and the member of its value. */
const places: readonly (readonly [keyof BoatDetails, path: string, member?: string])[] = [
  ['name', 'name'],
  ['mmsi', 'mmsi'],
  ['callsign', 'communication.callsignVhf'],
  ['length', 'design.length', 'overall'],
  ['beam', 'design.beam'],
  ['draught', 'design.draft', 'maximum'],
  ['airDraught', 'design.airHeight'],
  ['gpsFromBow', 'sensors.gps.fromBow'],
  ['gpsFromCentre', 'sensors.gps.fromCenter'],
]

/** The value of a path in the deltas, in which members may also be in an object at the empty path. */
const inDeltas = (deltas: unknown, path: string): unknown => {
  const values = (Array.isArray(deltas) ? deltas : []).flatMap((delta: unknown) =>
    at(delta, 'context') === undefined || at(delta, 'context') === 'vessels.self'
      ? listAt(delta, 'updates').flatMap((update) => listAt(update, 'values'))
      : [],
  )
  const direct = values.findLast((value) => at(value, 'path') === path)
  if (direct !== undefined) return at(direct, 'value')
  const objects = values.filter((value) => at(value, 'path') === '').map((value) => at(value, 'value'))
  return objects.map((value) => at(value, ...path.split('.'))).findLast((value) => value !== undefined)
}

const inDefaults = (defaults: unknown, path: string): unknown => {
  const found = at(defaults, 'vessels', 'self', ...path.split('.'))
  return isObject(found) && 'value' in found ? found['value'] : found
}

/** The details of the vessel that fit here. */
export const vesselOf = ({ baseDeltas, defaults }: SignalkFolder, findings: Findings): BoatDetails => {
  const details: Record<string, unknown> = {}
  for (const [name, path, member] of places) {
    const value = inDeltas(baseDeltas, path) ?? inDefaults(defaults, path)
    const found = member === undefined ? value : at(value, member)
    if (found === undefined || found === null || found === '') continue
    const faults = isDetails.faults({ [name]: found })
    if (faults.length === 0) details[name] = found
    else findings.notTaken(part, `${path}: ${JSON.stringify(found)} is not possible here`)
  }
  return details
}

/** Adds the details that this boat does not have. */
export const mergedDetails = (present: BoatDetails, found: BoatDetails, findings: Findings): BoatDetails => {
  const added: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(found)) {
    const own = present[name as keyof BoatDetails]
    if (own === undefined) {
      added[name] = value
      findings.taken(part, `${name}: ${JSON.stringify(value)}`)
    } else if (own !== value)
      findings.kept(part, `${name} stays ${JSON.stringify(own)}; there it is ${JSON.stringify(value)}`)
  }
  return { ...present, ...added }
}
