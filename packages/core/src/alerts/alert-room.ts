import {
  pathOwnerOf,
  severityOf,
  sourceOwner,
  sourceSpaces,
  type PathOwner,
  type Severity,
} from '@marinedata/model'
import { crewSource, shownState, type AlertRecord } from './alert-record.ts'

/** Whom places are kept for. */
export type AlertLane = 'overboard' | 'crew' | 'server' | 'anchor' | 'steering'

/** Places for alerts. The kept ones are for their lane alone; a lane that needs more competes for the shared ones. */
export const alertRoom = {
  kept: { overboard: 1, crew: 31, server: 32, anchor: 16, steering: 32 },
  shared: 400,
  /** The most that one source may have. */
  perSource: 64,
} as const satisfies {
  kept: Readonly<Record<AlertLane, number>>
  shared: number
  perSource: number
}

export const maxAlerts = Object.values(alertRoom.kept).reduce(
  (sum, places) => sum + places,
  alertRoom.shared as number,
)

type Place = Pick<AlertRecord, 'path' | 'source'>

const laneOfOwner: Readonly<Record<PathOwner, AlertLane>> = {
  autopilots: 'steering',
  anchor: 'anchor',
  crew: 'overboard',
  server: 'server',
}

/** The lane of an alert; undefined when no place is kept for it. Nobody but their owners writes the paths of a lane. */
export const laneOf = ({ path, source }: Place): AlertLane | undefined => {
  const owner = pathOwnerOf(path)
  if (owner !== undefined) return laneOfOwner[owner]
  return source === crewSource ? 'crew' : undefined
}

/** Whose share an alert is of: a device, a plugin and a person have one share for all sources below their name. */
export const shareOf = (source: string): string => {
  const owner = sourceOwner(source)
  if (owner !== sourceSpaces.device && owner !== sourceSpaces.stream) return owner
  return `${owner}.${sourceOwner(source.slice(owner.length + 1))}`
}

export interface Newcomer extends Place {
  readonly state: Severity
}

/** Room for an alert: at once, or in place of another. */
export interface Room {
  readonly instead: AlertRecord | undefined
}

const alarm = severityOf('alarm')
const severity = (record: AlertRecord): number => severityOf(shownState(record))

/** The order in which alerts make room; undefined when this one does not. An active one never does for less. */
const orderOf = (record: AlertRecord, wanted: number): number | undefined => {
  if (record.status === 'rectified') return 0
  if (record.status === 'acknowledged') return wanted >= alarm || wanted >= severity(record) ? 1 : undefined
  return severity(record) < wanted ? 2 : undefined
}

/** Of those that may make room: what is over, then what is acknowledged, then the least; the oldest of equals. */
const leastOf = (records: Iterable<AlertRecord>, wanted: number): AlertRecord | undefined => {
  let least: { readonly record: AlertRecord; readonly rank: number } | undefined
  for (const record of records) {
    const order = orderOf(record, wanted)
    if (order === undefined) continue
    const rank = order * 10 + severity(record)
    if (least === undefined || rank < least.rank) least = { record, rank }
  }
  return least?.record
}

/** So that no few sources take all shared places: the one with most gives one up to a source that has two fewer. */
const fromTheLargest = (
  sharing: readonly AlertRecord[],
  { source, state }: Newcomer,
): AlertRecord | undefined => {
  const bySource = Map.groupBy(sharing, (record) => shareOf(record.source))
  const own = bySource.get(shareOf(source))?.length ?? 0
  const [largest = []] = [...bySource.values()].toSorted((one, other) => other.length - one.length)
  if (largest.length < own + 2) return undefined
  const wanted = severityOf(state)
  const least = largest.toSorted((one, other) => severity(one) - severity(other))[0]
  return least !== undefined && severity(least) <= wanted ? least : undefined
}

const roomInLane = (
  lane: AlertLane,
  { state }: Newcomer,
  records: readonly AlertRecord[],
): Room | undefined => {
  const peers = records.filter((record) => laneOf(record) === lane)
  if (peers.length < alertRoom.kept[lane]) return { instead: undefined }
  const instead = leastOf(peers, severityOf(state))
  return instead && { instead }
}

/** How many of the shared places are taken: what no lane has a place for. */
const sharedBy = (records: readonly AlertRecord[]): AlertRecord[] => {
  const left: Record<AlertLane, number> = { ...alertRoom.kept }
  return records.filter((record) => {
    const lane = laneOf(record)
    return lane === undefined || --left[lane] < 0
  })
}

/**
 * Room for a new alert among those that stand; undefined when there is none.
 * @param records in the order in which they were first raised
 */
export const roomFor = (newcomer: Newcomer, records: readonly AlertRecord[]): Room | undefined => {
  const lane = laneOf(newcomer)
  const kept = lane && roomInLane(lane, newcomer, records)
  if (kept !== undefined) return kept
  const wanted = severityOf(newcomer.state)
  const share = shareOf(newcomer.source)
  const own = records.filter(({ source }) => shareOf(source) === share)
  if (own.length >= alertRoom.perSource) return insteadOf(leastOf(own, wanted))
  const sharing = sharedBy(records)
  if (sharing.length < alertRoom.shared) return { instead: undefined }
  return insteadOf(leastOf(sharing, wanted) ?? fromTheLargest(sharing, newcomer))
}

const insteadOf = (record: AlertRecord | undefined): Room | undefined => record && { instead: record }
