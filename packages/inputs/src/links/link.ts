/** A far end of a link that has several: a client of a server, or a sender of datagrams. One object per far end. */
export interface Peer {
  readonly host: string
  readonly port: number
}

export type OnBytes = (bytes: Buffer, from?: Peer) => void

export interface WriteOptions {
  /** This far end does not receive the bytes: it sent them. */
  readonly except?: Peer | undefined
}

/** An open connection to a device or a program. It never waits for a slow receiver. */
export interface Link extends AsyncDisposable {
  /** `udp`: each piece of bytes is one datagram. */
  readonly kind: 'serial' | 'tcp' | 'tcp-server' | 'udp' | 'program'
  /** Aborted with the reason when the connection ends. */
  readonly gone: AbortSignal
  /** Number of writes that a receiver lost because it is too slow. */
  readonly lostWrites: number
  /** Connected clients; only of a server. */
  readonly clients?: number
  /** Replaces the consumer of the bytes. */
  listen(onBytes: OnBytes): void
  /** Queues the bytes. Returns false when a receiver has lost them: its queue is full, or the connection has ended. */
  write(bytes: Uint8Array, options?: WriteOptions): boolean
}

/** A link whose speed can be changed: a serial port. */
export interface SpeedLink extends Link {
  setSpeed(speed: number): Promise<void>
}

export const hasSpeed = (link: Link): link is SpeedLink => 'setSpeed' in link

/** An error with the code of a system error, so that both are explained in one place. */
export const linkError = (code: string, message: string): Error => Object.assign(new Error(message), { code })

/** The connection was closed by the far end. */
export const endOfLink = (): Error => linkError('EOF', 'The connection has ended')
