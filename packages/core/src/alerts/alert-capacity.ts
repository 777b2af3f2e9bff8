import {
  pathOwnerOf,
  severityOf,
  sourceOwner,
  sourceSpaces,
  type PathOwner,
  type Severity,
} from '@marinedata/model'
import { crewSource, effectiveSeverity, type AlertRecord } from './alert-record.ts'

/** Groups of alerts with reserved capacity. */
export type AlertQuota = 'overboard' | 'crew' | 'server' | 'anchor' | 'steering'

/**
 * How many alerts are stored. Reserved places belong to one quota; a quota that needs more competes for the shared
 * places.
 */
export const alertCapacity = {
  reserved: { overboard: 1, crew: 31, server: 32, anchor: 16, steering: 32 },
  shared: 400,
  /** Maximum for one source. */
  perSource: 64,
} as const satisfies {
  reserved: Readonly<Record<AlertQuota, number>>
  shared: number
  perSource: number
}

export const maxAlerts = Object.values(alertCapacity.reserved).reduce(
  (sum, places) => sum + places,
  alertCapacity.shared as number,
)

type Place = Pick<AlertRecord, 'path' | 'source'>

const quotaOfOwner: Readonly<Record<PathOwner, AlertQuota>> = {
  autopilots: 'steering',
  anchor: 'anchor',
  crew: 'overboard',
  server: 'server',
}

/** The quota of an alert, if it has one. The intake lets only the owner write the paths of a quota. */
export const quotaOf = ({ path, source }: Place): AlertQuota | undefined => {
  const owner = pathOwnerOf(path)
  if (owner !== undefined) return quotaOfOwner[owner]
  return source === crewSource ? 'crew' : undefined
}

/**
 * The owner that an alert counts against. All sources below the name of a device, plugin or person share one limit.
 */
export const ownerOf = (source: string): string => {
  const owner = sourceOwner(source)
  if (owner !== sourceSpaces.device && owner !== sourceSpaces.stream) return owner
  return `${owner}.${sourceOwner(source.slice(owner.length + 1))}`
}

export interface NewAlert extends Place {
  readonly state: Severity
}

/** A free place for an alert, or the alert to evict for it. */
export interface Placement {
  readonly evict: AlertRecord | undefined
}

const alarm = severityOf('alarm')
const severity = (record: AlertRecord): number => severityOf(effectiveSeverity(record))

/**
 * The eviction order of an alert; undefined when it must stay. An active alert is never evicted for an equal or lower
 * severity.
 */
const evictionOrder = (record: AlertRecord, wanted: number): number | undefined => {
  if (record.status === 'rectified') return 0
  if (record.status === 'acknowledged') return wanted >= alarm || wanted >= severity(record) ? 1 : undefined
  return severity(record) < wanted ? 2 : undefined
}

/**
 * The alert to evict first: rectified before acknowledged before active, then the lowest severity, then the oldest.
 */
const firstToEvict = (records: Iterable<AlertRecord>, wanted: number): AlertRecord | undefined => {
  let least: { readonly record: AlertRecord; readonly rank: number } | undefined
  for (const record of records) {
    const order = evictionOrder(record, wanted)
    if (order === undefined) continue
    const rank = order * 10 + severity(record)
    if (least === undefined || rank < least.rank) least = { record, rank }
  }
  return least?.record
}

/** Evicts from the source with the most shared places when it has at least two more than the new alert's source. */
const fromLargestSource = (
  sharing: readonly AlertRecord[],
  { source, state }: NewAlert,
): AlertRecord | undefined => {
  const bySource = Map.groupBy(sharing, (record) => ownerOf(record.source))
  const own = bySource.get(ownerOf(source))?.length ?? 0
  const [largest = []] = [...bySource.values()].toSorted((one, other) => other.length - one.length)
  if (largest.length < own + 2) return undefined
  const wanted = severityOf(state)
  const least = largest.toSorted((one, other) => severity(one) - severity(other))[0]
  return least !== undefined && severity(least) <= wanted ? least : undefined
}

const placeInQuota = (
  quota: AlertQuota,
  { state }: NewAlert,
  records: readonly AlertRecord[],
): Placement | undefined => {
  const peers = records.filter((record) => quotaOf(record) === quota)
  if (peers.length < alertCapacity.reserved[quota]) return { evict: undefined }
  const evict = firstToEvict(peers, severityOf(state))
  return evict && { evict }
}

/** The alerts that use shared places: those without a quota, and those beyond their quota. */
const sharedAlerts = (records: readonly AlertRecord[]): AlertRecord[] => {
  const left: Record<AlertQuota, number> = { ...alertCapacity.reserved }
  return records.filter((record) => {
    const quota = quotaOf(record)
    return quota === undefined || --left[quota] < 0
  })
}

/**
 * Finds a place for a new alert; undefined when the registry is full and no alert may be evicted.
 * @param records in the order in which they were first raised
 */
export const findPlace = (alert: NewAlert, records: readonly AlertRecord[]): Placement | undefined => {
  const quota = quotaOf(alert)
  const reserved = quota && placeInQuota(quota, alert, records)
  if (reserved !== undefined) return reserved
  const wanted = severityOf(alert.state)
  const share = ownerOf(alert.source)
  const own = records.filter(({ source }) => ownerOf(source) === share)
  if (own.length >= alertCapacity.perSource) return evicting(firstToEvict(own, wanted))
  const sharing = sharedAlerts(records)
  if (sharing.length < alertCapacity.shared) return { evict: undefined }
  return evicting(firstToEvict(sharing, wanted) ?? fromLargestSource(sharing, alert))
}

const evicting = (record: AlertRecord | undefined): Placement | undefined => record && { evict: record }
