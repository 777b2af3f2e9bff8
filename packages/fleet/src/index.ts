export { composeGateway, verifyAfterReconnect } from './compose/gateway.ts'
export { Reader, type ReaderOptions } from './compose/reader.ts'
export { BoatPlaces, type BoatPlacesOptions } from './map/boat-places.ts'
export { TenantMap, type TenantMapOptions } from './map/tenant-map.ts'
export { Gateway, type GatewayOptions } from './gateway/gateway.ts'
export type { JoinedBoat } from './store/joined-boat.ts'
export type { AuditEntry } from './store/audit-log.ts'
export { Tunnels, type TunnelsOptions } from './gateway/tunnels.ts'
export {
  storedBatch,
  UplinkStore,
  type Batch,
  type BatchStore,
  type StoredBatch,
} from './store/uplink-store.ts'
export {
  batchSubject,
  shardOf,
  streamCounts,
  streamName,
  tokenOf,
  type StreamCount,
  type VesselToken,
} from './subjects.ts'
export { SilenceWatch, type SilenceWatchOptions } from './reader/silence-watch.ts'
export { Writer, type WriterOptions } from './writer/writer.ts'
export { TenantRegistry } from './tenants/tenant-registry.ts'
