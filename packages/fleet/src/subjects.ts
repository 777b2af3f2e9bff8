import type { Layer } from '@marinedata/uplink-protocol'

/** For ever: a vessel never moves to another shard. */
export const shards = 64

/** A vessel as one token of a subject. */
export type VesselToken = string

/** Undefined for an identifier that cannot be a token, such as a URL: such boats cannot join a fleet. */
export const tokenOf = (vessel: string): VesselToken | undefined =>
  /^urn:mrn:[a-z0-9:-]+$/.test(vessel) ? vessel.replaceAll(':', '-') : undefined

/** FNV-1a of the token's characters, which are ASCII. */
export const shardOf = (token: VesselToken): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % shards
}

const layerTokens: Readonly<Record<Layer, string>> = { events: 'e', minutes: 'm', full: 'f' }
/** The layer of the last token of a subject, if it is a layer. */
export const layerOfToken = (token: string): Layer | undefined =>
  (Object.keys(layerTokens) as Layer[]).find((layer) => layerTokens[layer] === token)

const shardToken = (shard: number): string => String(shard).padStart(2, '0')

/** The streams have equal numbers of shards: a small fleet needs fewer streams. Their number cannot be changed later. */
export const streamCounts = [1, 2, 4, 8, 16, 32, 64] as const
export type StreamCount = (typeof streamCounts)[number]

/** The name of a stream. */
export const streamName = (index: number): string => `UP${shardToken(index)}`

/** The stream of a vessel. */
export const streamOf = (token: VesselToken, streams: StreamCount): string =>
  streamName(shardOf(token) % streams)

/** The shards of a stream. */
export const shardsOf = (index: number, streams: StreamCount): number[] =>
  Array.from({ length: shards / streams }, (_, nth) => index + nth * streams)

/** All subjects of a stream. */
export const subjectsOf = (index: number, streams: StreamCount): string[] =>
  shardsOf(index, streams).map((shard) => `md.up.${shardToken(shard)}.>`)

/** Where the batches of one layer of a vessel are stored. */
export const batchSubject = (token: VesselToken, layer: Layer): string =>
  `md.up.${shardToken(shardOf(token))}.${token}.${layerTokens[layer]}`

/** All layers of a vessel. */
export const batchSubjects = (token: VesselToken): string => `md.up.${shardToken(shardOf(token))}.${token}.*`

/** Where the latest values of a vessel are passed on, by its ownership: no later owner receives them. Nothing stores them. */
export const liveSubject = (token: VesselToken, owner: string): string =>
  `md.live.${shardToken(shardOf(token))}.${token}.${owner}`

/**
 * Where the position of a boat is passed on, by the quadkey of its place: who looks at a part of the map receives the
 * boats there, and no other owner's. Without a body: the boat has left this cell. Nothing stores them.
 */
export const placeSubject = (tenant: string, quadkey: string, token: VesselToken): string =>
  `md.geo.${tenant}.${quadkey.split('').join('.')}.${token}`

/** All boats of a tenant in a cell. */
export const cellSubject = (tenant: string, quadkey: string): string =>
  `md.geo.${tenant}.${quadkey.split('').join('.')}.>`

/** Where a gateway says in which cell a boat is that has connected to it: it may have been elsewhere, and with another gateway. */
export const arrivalSubject = (tenant: string, token: VesselToken): string => `md.arrived.${tenant}.${token}`

/** Where gateways answer which boats of a tenant are in a cell. */
export const cellQuestionSubject = (tenant: string): string => `md.cell.${tenant}`

/** Where a gateway says how many boats of a tenant it has in each cell. */
export const countSubject = (tenant: string, gateway: string): string => `md.count.${tenant}.${gateway}`

/** Where gateways learn that a boat must be disconnected: it has left, or has another key. */
export const leftSubject = (token: VesselToken): string => `md.left.${token}`

/** Where gateways learn that someone ashore looks at a boat. */
export const leaseSubject = (token: VesselToken): string => `md.lease.${token}`

/** Where gateways learn that a boat has connected to one of them: the others end its older connection. */
export const hereSubject = (token: VesselToken): string => `md.here.${token}`

/** Where gateways learn that two boats use one key: an older connection of the boat still answered. */
export const contestedSubject = (token: VesselToken): string => `md.contested.${token}`

/** Where gateways learn that the writer has a hole in the log of a boat. */
export const rewindSubject = (token: VesselToken): string => `md.rewind.${token}`

/** Where gateways say which boats they have heard. */
export const contactSubject = 'md.contact'

/** Where the writer of a shard answers how far it is. */
export const cursorSubject = (shard: number): string => `md.cursor.${shardToken(shard)}`

/** The last part of a subject. */
export const lastToken = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1)
