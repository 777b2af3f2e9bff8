import type { BoatMessage, Frame, Layer, Refuse } from '@marinedata/uplink-protocol'

/** Is called with everything that is counted. */
export interface GatewayObserver {
  received(kind: Frame['type'] | BoatMessage['type'], bytes: number): void
  /** @param seconds from the batch to its acknowledgement; undefined for a batch that was stored before */
  acknowledged(layer: Layer, seconds: number | undefined): void
  refused(code: Refuse['code']): void
  /** The boat must come back later, or has lost its connection by its own fault. */
  closed(reason: 'put-off' | 'invalid' | 'too-many'): void
}
