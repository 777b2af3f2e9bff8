import { loadPeer } from '../oracle/peer.ts'

const peer = { name: '@signalk/nmea0183-signalk', version: '3.20.1', place: 'nmea0183-signalk' } as const

/** Values as the peer gives them. */
export interface PeerDelta {
  readonly updates?: readonly {
    readonly values?: readonly { readonly path: string; readonly value: unknown }[]
  }[]
}

export interface PeerParser {
  /** Null for a sentence without values. Throws for some that it does not understand. */
  parse(line: string): PeerDelta | null
}

/** The parser that other servers use, installed once outside git. */
export const loadParser = async (): Promise<new () => PeerParser> =>
  (await loadPeer(peer)) as new () => PeerParser
