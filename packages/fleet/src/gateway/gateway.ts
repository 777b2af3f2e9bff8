import { sizes, subprotocol, type Layer, type Refuse } from '@marinedata/uplink-protocol'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { VesselToken } from '#subjects.ts'
import { BoatSession, type BoatSessionOptions } from './boat-session.ts'
import { Contests } from './contests.ts'

export interface GatewayOptions extends Omit<BoatSessionOptions, 'admitted' | 'ended'> {
  /** Not started, or started by the caller. */
  readonly server: Server
  readonly mostBoats: number
  /** A boat has left this gateway. */
  readonly left?: (vessel: VesselToken) => void
  /** Called when an older connection of a boat still answers: all gateways must know. Absent: only this one does. */
  readonly contested?: (vessel: VesselToken) => void
}

const limits = {
  hellosPerSecond: 500,
  /** Maximum unauthenticated connections. */
  strangers: 2_000,
  laterSeconds: 30,
  /** Boats whose cursors are compared in parallel. */
  verifiedTogether: 20,
}

const twoBoats: Refuse = {
  type: 'refuse',
  code: 'two-boats',
  detail: 'Two boats use the key of this one: a card was copied, or the key was stolen',
}

/** Takes the connections of boats. It keeps nothing: another gateway continues where it stopped. */
export class Gateway implements AsyncDisposable {
  readonly #options: GatewayOptions
  readonly #upgrades: WebSocketServer
  readonly #sessions = new Set<BoatSession>()
  readonly #sessionByVessel = new Map<VesselToken, BoatSession>()
  readonly #contests = new Contests(() => performance.now())
  #second = 0
  #hellos = 0

  constructor(options: GatewayOptions) {
    this.#options = options
    this.#upgrades = new WebSocketServer({
      server: options.server,
      path: '/uplink',
      perMessageDeflate: false,
      maxPayload: sizes.batchBytes + 64,
      handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    })
    this.#upgrades.on('connection', (socket, request) => {
      if (socket.protocol !== subprotocol || this.strangers > limits.strangers) {
        options.observer?.closed('too-many')
        return socket.close(1013)
      }
      const session = new BoatSession(socket, addressOf(request), {
        ...options,
        admitted: (admitted, vessel) => this.#admit(admitted, vessel),
        ended: (ended) => this.#forget(ended),
      })
      this.#sessions.add(session)
      return undefined
    })
  }

  get boats(): number {
    return this.#sessionByVessel.size
  }

  /** Connections that have not proved who they are. */
  get strangers(): number {
    return this.#sessions.size - this.boats
  }

  /** Queued work of all connections. */
  get waiting(): { readonly batches: number; readonly bytes: number } {
    let [batches, bytes] = [0, 0]
    for (const { waiting } of this.#sessions) {
      batches += waiting.batches
      bytes += waiting.bytes
    }
    return { batches, bytes }
  }

  /**
   * Compares the cursors of all boats with the store, after NATS was away: it may have been restored from a copy.
   * Boats that have connected since have the right ones. Returns false when it must be done again.
   */
  async verifyCursors(): Promise<boolean> {
    const sessions = [...this.#sessionByVessel.values()]
    let isDone = true
    for (let first = 0; first < sessions.length; first += limits.verifiedTogether) {
      const together = sessions.slice(first, first + limits.verifiedTogether)
      const outcomes = await Promise.allSettled(together.map((session) => session.verify()))
      isDone &&= outcomes.every(({ status }) => status === 'fulfilled')
    }
    return isDone
  }

  /** A boat has left, or has another key. */
  disconnect(vessel: VesselToken): void {
    this.#sessionByVessel.get(vessel)?.close('The boat has left the fleet')
  }

  /** Someone ashore looks at a boat, which may be connected here. */
  lease(vessel: VesselToken): void {
    this.#sessionByVessel.get(vessel)?.lease()
  }

  /** A boat has connected to another gateway: its connection here is an old one. */
  connectedElsewhere(vessel: VesselToken): void {
    const old = this.#sessionByVessel.get(vessel)
    if (old !== undefined) this.#replace(vessel, old)
  }

  /** An older connection of a boat still answered, here or at another gateway: two boats use its key. */
  contested(vessel: VesselToken): void {
    this.#contests.add(vessel)
    if (this.#contests.isContested(vessel)) this.#sessionByVessel.get(vessel)?.refuse(twoBoats)
  }

  /** The boat sends again from a number, if it is connected here. */
  rewind(vessel: VesselToken, { log, layer, to }: { log: string; layer: Layer; to: number }): void {
    this.#sessionByVessel.get(vessel)?.rewind(log, layer, to)
  }

  /** Carries a connection to the boat's own server. Returns false when the boat is not connected here, or takes no more. */
  openTunnel(vessel: VesselToken, socket: Socket, first: Buffer): boolean {
    return this.#sessionByVessel.get(vessel)?.openTunnel(socket, first) ?? false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const session of this.#sessions) session.close('The gateway ends')
    await new Promise((resolve) => this.#upgrades.close(resolve))
  }

  /** A boat that comes back closes its old connection: the boat knows better that it was lost. */
  #admit(session: BoatSession, vessel: VesselToken): number | Refuse | undefined {
    if (this.#contests.isContested(vessel)) return twoBoats
    const old = this.#sessionByVessel.get(vessel)
    if (this.#isStorm() || (old === undefined && this.boats >= this.#options.mostBoats))
      return 1 + Math.floor(Math.random() * limits.laterSeconds)
    this.#sessionByVessel.set(vessel, session)
    if (old !== undefined) this.#replace(vessel, old)
    return undefined
  }

  #replace(vessel: VesselToken, old: BoatSession): void {
    const { contested = (token: VesselToken) => this.contested(token) } = this.#options
    old.replace(() => contested(vessel))
  }

  #forget(session: BoatSession): void {
    this.#sessions.delete(session)
    const { vessel } = session
    if (vessel === undefined || this.#sessionByVessel.get(vessel) !== session) return
    this.#sessionByVessel.delete(vessel)
    this.#options.left?.(vessel)
  }

  #isStorm(): boolean {
    const second = Math.floor(performance.now() / 1_000)
    if (second !== this.#second) this.#hellos = 0
    this.#second = second
    return ++this.#hellos > limits.hellosPerSecond
  }
}

const addressOf = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '')
