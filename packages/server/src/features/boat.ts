import { BoatService, boatValues, LimitWatch, namedLimits, type MeasuredValue } from '@marinedata/core'
import {
  completed,
  Boat,
  BoatCompleted,
  BoatDetailsRequest,
  BoatLimitsRequest,
  type BoatDetails,
  type Zone,
} from '@marinedata/model'
import { selfOf } from '../compose/core.ts'
import { receiverWatch } from './devices/receivers.ts'
import type { Base, Feature } from '../compose/feature.ts'
import { actorOf } from '../gate.ts'
import type { TimedTask } from '../guarded-tasks.ts'
import { route, type ResponseShape, type Route } from '../http/route.ts'

const source = 'settings'
const watchMs = 1_000
/** Devices repeat what they know. The details do so too: they stay live, and take over from a device. */
const repeatMs = 10_000

const voltages = /^electrical\.batteries\.([A-Za-z0-9_-]+)\.voltage$/

/** The value in the tree at a path of own ship. */
const measuredAt = ({ core: { tree } }: Base, path: string): MeasuredValue | undefined => {
  const row = tree.row(tree.self, path)
  if (row === undefined) return undefined
  const { value, isStale } = row.preferred
  const configuredZones = row.path.metadata?.zones
  return {
    isLive: !isStale && typeof value === 'number',
    zones: tree.self.metadataByPath?.get(row.path)?.zones ?? configuredZones,
    configuredZones,
  }
}

const batteriesOf = ({ core: { tree } }: Base): string[] =>
  [...tree.self.rowByPath.values()].flatMap(({ path }) => voltages.exec(path.text)?.[1] ?? []).toSorted()

const limitWatchOf = (base: Base, service: () => BoatService): LimitWatch =>
  new LimitWatch({
    limits: () => namedLimits(service().boat.limits, service().boat.details),
    valueAt: (path) => measuredAt(base, path),
    setZones: (path, zones) =>
      base.core.voice.publish(source, [], [{ path, value: { zones: [...(zones as Zone[])] } }]),
    clear: (path) => base.core.alerts.clearZone(path),
  })

/** One task for both: each timer wakes the computer. */
const watchTask = (base: Base, limits: LimitWatch): TimedTask => {
  const compareReceivers = receiverWatch(base)
  const run = (): void => {
    limits.watch()
    compareReceivers()
  }
  return { name: 'boat.watch', period: watchMs, run }
}

const responses: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'Saved and applied', schema: BoatCompleted },
}

/** Parts common to both changes. */
const replacing = {
  method: 'PUT',
  responses,
  problems: ['invalid-body', 'invalid-value', 'boat-changed', 'storage-full'],
} as const

interface BoatRoutesOptions {
  readonly path: string
  readonly service: BoatService
  readonly view: () => Boat
}

const boatRoutes = ({ path, service, view }: BoatRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path,
    scope: 'read',
    operationId: 'getBoat',
    summary: 'Details and limits of the own vessel, and whether each limit is watched',
    responses: { 200: { description: 'The boat', schema: Boat } },
    handle: view,
  }),
  route({
    ...replacing,
    path: `${path}/details`,
    scope: 'admin',
    operationId: 'setBoatDetails',
    summary: 'Replaces the details of the own vessel; a new MMSI identifies it after the next start',
    body: BoatDetailsRequest,
    handle: async (request) => {
      await service.setDetails(request.body, actorOf(request))
      return { ...completed, boat: view() }
    },
  }),
  route({
    ...replacing,
    path: `${path}/limits`,
    scope: 'course.command',
    operationId: 'setBoatLimits',
    summary: 'Replaces the limits that raise alerts; they are the zones in the metadata of their paths',
    body: BoatLimitsRequest,
    handle: async (request) => {
      await service.setLimits(request.body, actorOf(request))
      return { ...completed, boat: view() }
    },
  }),
]

/** Details and limits of own ship, restored from the store and published to the tree. */
export const boatFeature = (base: Base): Feature => {
  const { core, store, settings, self, names, api } = base
  const defaults: BoatDetails = {
    ...(settings.name !== undefined && { name: settings.name }),
    ...(settings.mmsi !== undefined && { mmsi: settings.mmsi }),
  }
  const publish = (before?: BoatDetails): void => {
    const values = boatValues(service.boat.details, before)
    if (values.length > 0) core.voice.publish(source, values)
  }
  const service = new BoatService({
    store: store.boat,
    clock: core.clock,
    defaults,
    onChange: ({ details, limits }) => {
      names.setBoatName(service.boat.details.name)
      publish(details)
      watch.watch()
      watch.ended(namedLimits(limits, details))
    },
  })
  const watch = limitWatchOf(base, () => service)
  publish()
  const view = (): Boat => ({
    ...service.boat,
    watches: watch.list(),
    batteries: batteriesOf(base),
    identity: { self, afterRestart: selfOf(settings, store) },
  })
  return {
    routes: boatRoutes({ path: `${api}/vessels/self/boat`, service, view }),
    tasks: [watchTask(base, watch), { name: 'boat.repeat', period: repeatMs, run: () => publish() }],
  }
}
