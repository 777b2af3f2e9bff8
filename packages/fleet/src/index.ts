export type { BoatKeys } from './gateway/boat-session.ts'
export { Gateway, type GatewayOptions } from './gateway/gateway.ts'
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
