import {
  AnchorPlaceRequest,
  AnchorRadiusRequest,
  AnchorRepositionRequest,
  AnchorTrackRequest,
  checkOf,
  type Check,
} from '@marinedata/model'
import { MarineDataError, type DeviceCommand } from '@marinedata/plugin-api'
import type { AnchorWatch } from '#anchor-watch.ts'
import type { Seconds } from '#water/units.ts'

const radius = checkOf<AnchorRadiusRequest>(AnchorRadiusRequest)
const rode = checkOf<AnchorRepositionRequest>(AnchorRepositionRequest)
const spot = checkOf<AnchorPlaceRequest>(AnchorPlaceRequest)
const moment = checkOf<AnchorTrackRequest>(AnchorTrackRequest)

/** @throws MarineDataError `invalid-value` with every fault */
const checked = <T>(check: Check<T>, input: unknown): T => {
  if (check.accepts(input)) return input
  throw new MarineDataError('invalid-value', 'Invalid input of the command', { errors: check.faults(input) })
}

/** The commands of the watch. `veer`, `set-from-track` and `set-at` go beyond the interface. */
const orders: Readonly<Record<string, (watch: AnchorWatch, at: Seconds, input: unknown) => unknown>> = {
  drop: (watch, at) => watch.drop(at),
  radius: (watch, at, input) => watch.radius(at, checked(radius, input).value),
  reposition: (watch, at, input) => watch.reposition(at, checked(rode, input)),
  raise: (watch, at) => watch.raise(at),
  veer: (watch, at, input) => watch.veer(at, checked(rode, input)),
  'set-from-track': (watch, at, input) => {
    if (moment.accepts(input)) watch.setAtTime(at, Date.parse(input.time) / 1_000)
    else watch.setFromTrack(at, isNothing(input) ? undefined : checked(rode, input))
  },
  'set-at': (watch, at, input) => watch.setAt(at, checked(spot, input)),
}

const isNothing = (input: unknown): boolean =>
  input === undefined || (typeof input === 'object' && input !== null && Object.keys(input).length === 0)

/** @throws MarineDataError `unsupported-action` for an unknown command, else the error of the watch */
export const execute = (watch: AnchorWatch, { name, input }: DeviceCommand, at: Seconds): void => {
  const order = Object.hasOwn(orders, name) ? orders[name] : undefined
  if (order === undefined)
    throw new MarineDataError('unsupported-action', `The anchor watch does not know "${name}"`)
  order(watch, at, input)
}
