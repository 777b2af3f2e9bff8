import { MarineDataError, type Delta } from '@marinedata/model'
import {
  deadlines,
  decodeFrame,
  encodeFrame,
  gatewaySteps,
  isProved,
  layers,
  readBoatMessage,
  sizes,
  type BoatMessage,
  type Frame,
  type GatewayEvent,
  type GatewayMessage,
  type GatewayState,
  type Hello,
  type Layer,
  type Refuse,
  type Tariff,
} from '@marinedata/uplink-protocol'
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { BatchStore, StoredBatch } from '#store/uplink-store.ts'
import { tokenOf, type VesselToken } from '#subjects.ts'
import type { BoatOwner, JoinedBoat } from '#store/joined-boat.ts'
import { lastBefore } from '#store/ownership.ts'
import { GatewayLayer } from './gateway-layer.ts'
import type { GatewayObserver } from './gateway-observer.ts'
import { LiveReceiver } from './live-receiver.ts'
import { SessionTunnels } from './session-tunnels.ts'

/** The boats that have joined. */
export interface JoinedBoats {
  boatOf(vessel: string): Promise<JoinedBoat | undefined>
}

export interface BoatSessionOptions {
  readonly store: BatchStore
  readonly joined: JoinedBoats
  /** The name that boats dial. */
  readonly host: string
  /** Milliseconds between the live frames of a boat. */
  readonly liveMs: number
  /** Called when the boat has proved who it is. Returns seconds when the boat must come back later, or why it is refused. */
  readonly admitted: (session: BoatSession, vessel: VesselToken) => number | Refuse | undefined
  /** Called when the boat is accepted. */
  readonly accepted?: (vessel: VesselToken) => void
  readonly ended: (session: BoatSession) => void
  /** Called with every hello that is refused. */
  readonly refused?: (refusal: RefusedHello) => void
  /** Fallback cursors for boats whose batches have been purged. Absent: such boats begin at 0. */
  readonly cursors?: WriterCursors
  readonly observer?: GatewayObserver
  /** Called with everything that a boat sends. */
  readonly heard?: (vessel: VesselToken) => void
  /** Called when a boat reports how much data it has used. */
  readonly reported?: (vessel: VesselToken, usage: ReportedUsage, owner: BoatOwner) => void
  /** Called with live values of a boat. */
  readonly live?: (vessel: VesselToken, delta: Delta, owner: BoatOwner) => void
}

export interface ReportedUsage extends Pick<Extract<BoatMessage, { type: 'usage' }>, 'sent' | 'budget'> {
  readonly tariff: Tariff
  /** Whether the console of the boat can be opened remotely. */
  readonly hasConsole: boolean
}

/** Close code of the socket: policy violation. */
const closeCode = 1008
/** Values come more often for at most this time after the last viewer has left. */
const lookedAt = { period: 1_000, seconds: 30 } as const

/** A boat reports with each connection and every hour. */
const reportEveryMs = 10_000

export interface RefusedHello {
  readonly vessel: string
  readonly code: Refuse['code']
  readonly address: string
}

export interface WriterCursors {
  /** The last number that the writer has. @throws when the writer does not answer */
  cursorOf(vessel: VesselToken, log: string, layer: Layer): Promise<number>
}

/** The connection of a boat. */
export class BoatSession {
  readonly #options: BoatSessionOptions
  readonly #socket: WebSocket
  readonly #address: string
  readonly #nonce = randomBytes(32).toString('base64url')
  readonly #deadline: NodeJS.Timeout
  #state: GatewayState = 'challenged'
  #vessel: VesselToken | undefined
  #owner: BoatOwner | undefined
  #layers: ReadonlyMap<Layer, GatewayLayer> = new Map()
  #log = ''
  #tariff: Tariff = 'wifi'
  #hasConsole = false
  #reportedAt = Number.NEGATIVE_INFINITY
  readonly #live = new LiveReceiver()
  readonly #tunnels = new SessionTunnels((bytes) => this.#socket.send(bytes))
  #name = ''
  #hasGreeted = false

  constructor(socket: WebSocket, address: string, options: BoatSessionOptions) {
    this.#socket = socket
    this.#address = address
    this.#options = options
    this.#deadline = setTimeout(() => this.close('No hello in time'), deadlines.helloMs)
    socket.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary))
    socket.on('ping', () => this.#isReading() && this.#heard())
    socket.on('close', () => this.#end())
    socket.on('error', () => socket.terminate())
    this.#send({ type: 'challenge', nonce: this.#nonce })
  }

  get vessel(): VesselToken | undefined {
    return this.#vessel
  }

  /** Queued work: batches on their way to the store, and bytes on their way to the boat. */
  get waiting(): { readonly batches: number; readonly bytes: number } {
    const batches = [...this.#layers.values()].filter(({ isBusy }) => isBusy).length
    return { batches, bytes: this.#socket.bufferedAmount }
  }

  /**
   * Carries a connection to the boat's own server. Returns false when the boat takes no more of them.
   * @param first what was read from the socket already
   */
  openTunnel(socket: Socket, first: Buffer): boolean {
    return this.#state === 'open' && this.#tunnels.open(socket, first)
  }

  /** Someone ashore looks at the boat: its latest values come more often for a while. */
  lease(): void {
    if (this.#state === 'open') this.#send({ type: 'lease', ...lookedAt })
  }

  /**
   * Another connection of the boat takes the place of this one.
   * @param answered called when the other end of this one still answers
   */
  replace(answered: () => void): void {
    // The peer echoes the code when it answers the close. A boat that ended the connection sends a different code, or no code.
    this.#socket.once('close', (code) => {
      if (code === closeCode) answered()
    })
    this.close('The boat has connected again')
  }

  /** Ends the connection of a boat that must not come back before its owner has done something. */
  refuse(refusal: Refuse): void {
    this.#refuse(this.#name, refusal)
    this.close(refusal.code)
  }

  close(reason: string): void {
    this.#socket.close(closeCode, reason.slice(0, 100))
    // A boat that does not answer the closing keeps its socket otherwise.
    setTimeout(() => this.#socket.terminate(), 2_000).unref()
    this.#end()
  }

  #end(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    clearTimeout(this.#deadline)
    for (const layer of this.#layers.values()) layer.connectionLost()
    this.#tunnels[Symbol.dispose]()
    this.#options.ended(this)
  }

  #send(message: GatewayMessage): void {
    this.#socket.send(JSON.stringify(message))
  }

  /** Ends the connection of a boat that sends, and does not read the answers: they would fill the memory. */
  #isReading(): boolean {
    if (this.#socket.bufferedAmount <= sizes.waitingBytes) return true
    this.#options.observer?.closed('invalid')
    this.#socket.terminate()
    return false
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!this.#isReading()) return
    try {
      if (isBinary) {
        const frame = decodeFrame(data)
        this.#options.observer?.received(frame.type, data.length)
        this.#receiveFrame(frame)
        this.#heard()
      } else {
        const message = readBoatMessage(data.toString())
        this.#options.observer?.received(message.type, data.length)
        this.#receiveMessage(message)
      }
    } catch (error) {
      this.#options.observer?.closed('invalid')
      this.close(error instanceof MarineDataError ? error.message : 'The gateway failed')
    }
  }

  #heard(): void {
    if (this.#state === 'open' && this.#vessel !== undefined) this.#options.heard?.(this.#vessel)
  }

  #receiveMessage(message: BoatMessage): void {
    this.#heard()
    if (message.type === 'hello') return this.#greet(message)
    if (message.type !== 'usage' || this.#state !== 'open') return
    const now = performance.now()
    if (now - this.#reportedAt < reportEveryMs) return
    this.#reportedAt = now
    const { sent, budget } = message
    const link = { tariff: this.#tariff, hasConsole: this.#hasConsole }
    const [vessel, owner] = [this.#vessel, this.#owner]
    if (vessel !== undefined && owner !== undefined)
      this.#options.reported?.(vessel, { ...link, sent, ...(budget !== undefined && { budget }) }, owner)
  }

  #receiveFrame(frame: Frame): void {
    if (this.#state !== 'open' || this.#vessel === undefined) return this.close('Data before the acceptance')
    if (frame.type === 'live') return this.#passLive(this.#vessel, frame.body)
    if (frame.type === 'tunnel-data' || frame.type === 'tunnel-close') return this.#tunnels.received(frame)
    if (frame.type !== 'batch') return this.close(`A boat does not send "${frame.type}"`)
    const { layer, from, to, body } = frame
    const log = this.#log
    const owned = this.#owner && { owner: this.#owner.id, before: lastBefore(this.#owner, log, layer) }
    this.#layers.get(layer)?.take({ from, to, log, ...owned, body })
  }

  #passLive(vessel: VesselToken, body: Uint8Array): void {
    if (this.#owner === undefined) return
    const received = this.#live.receive(body)
    if (received === undefined) return this.close('Live values come too often')
    this.#options.live?.(vessel, received.delta, this.#owner)
    this.#options.store.sendLive(vessel, this.#owner.id, received.alone)
  }

  #greet(hello: Hello): void {
    // Before the first one is answered: each would cost a lookup and the check of a signature.
    if (this.#hasGreeted) return this.close('A second hello')
    this.#hasGreeted = true
    return void this.#receiveHello(hello)
  }

  async #receiveHello(hello: Hello): Promise<void> {
    try {
      const refusal = this.#state === 'challenged' ? await this.#refusalOf(hello) : undefined
      this.#step(refusal === undefined ? 'proved' : 'not-proved', hello, refusal)
    } catch {
      this.#step('busy', hello)
    }
  }

  async #refusalOf({ vessel, log, head, proof }: Hello): Promise<Refuse | undefined> {
    const boat = tokenOf(vessel) === undefined ? undefined : await this.#options.joined.boatOf(vessel)
    if (boat === undefined) return refuse('unknown-vessel', 'This boat has not joined the fleet')
    const claim = { nonce: this.#nonce, host: this.#options.host, vessel, log }
    if (!isProved(claim, proof, boat.key))
      return refuse('not-proved', 'The signature is not that of the boat')
    this.#owner = (await boat.begin?.(log, head)) ?? boat.owner
    return undefined
  }

  #step(event: GatewayEvent, hello: Hello, refusal?: Refuse): void {
    const [next, action] = gatewaySteps[this.#state][event]
    if (action === 'none') return
    if (next !== 'closed') this.#state = next
    if (action === 'read-cursors') return this.#admit(hello)
    if (action === 'accept') return this.#accept()
    if (action === 'refuse' && refusal !== undefined) this.#refuse(hello.vessel, refusal)
    if (action === 'put-off') this.#putOff(1 + Math.floor(Math.random() * 30))
    this.close(event)
  }

  #putOff(seconds: number): void {
    this.#options.observer?.closed('put-off')
    this.#send({ type: 'later', seconds })
  }

  #refuse(vessel: string, refusal: Refuse): void {
    this.#options.observer?.refused(refusal.code)
    this.#send(refusal)
    this.#options.refused?.({ vessel, code: refusal.code, address: this.#address })
  }

  /** The writer has found a hole: the boat sends again from there. */
  rewind(log: string, layer: Layer, to: number): void {
    if (log === this.#log) this.#layers.get(layer)?.rewindTo(to)
  }

  /** Compares the cursors with the store. @throws when the store does not answer */
  async verify(): Promise<void> {
    const vessel = this.#vessel
    if (this.#state !== 'open' || vessel === undefined) return
    for (const [layer, own] of this.#layers) {
      const before = own.cursor
      const last = await this.#options.store.last(vessel, layer, 'leader')
      own.verify(before, await this.#cursorOf(last, layer), last?.sequence ?? 0)
    }
  }

  #admit(hello: Hello): void {
    const vessel = tokenOf(hello.vessel)
    if (vessel === undefined) return this.close('not-proved')
    this.#vessel = vessel
    this.#log = hello.log
    this.#tariff = hello.tariff
    this.#hasConsole = hello.console === true
    this.#name = hello.vessel
    const obstacle = this.#options.admitted(this, vessel)
    if (obstacle === undefined) return void this.#readCursors(hello, vessel)
    if (typeof obstacle !== 'number') return this.refuse(obstacle)
    this.#putOff(obstacle)
    return this.close('busy')
  }

  async #readCursors(hello: Hello, vessel: VesselToken): Promise<void> {
    const { store } = this.#options
    try {
      const created = layers.map(async (layer): Promise<[Layer, GatewayLayer]> => {
        const last = await store.last(vessel, layer, 'replica')
        const cursor = await this.#cursorOf(last, layer)
        const options = {
          store,
          vessel,
          log: hello.log,
          layer,
          acknowledge: (to: number, seconds: number | undefined) => {
            this.#options.observer?.acknowledged(layer, seconds)
            this.#socket.send(encodeFrame({ type: 'ack', layer, to }))
          },
          rewind: (to: number) => this.#send({ type: 'rewind', layer, to }),
          close: (reason: string) => this.close(reason),
        }
        return [layer, new GatewayLayer(options, cursor, last?.sequence ?? 0)]
      })
      this.#layers = new Map(await Promise.all(created))
      this.#step('cursors-read', hello)
    } catch {
      this.#step('cursors-unknown', hello)
    }
  }

  async #cursorOf(last: StoredBatch | undefined, layer: Layer): Promise<number> {
    if (last !== undefined) return last.log === this.#log ? last.to : 0
    return (await this.#options.cursors?.cursorOf(this.#vessel ?? '', this.#log, layer)) ?? 0
  }

  #accept(): void {
    clearTimeout(this.#deadline)
    const cursorOf = (layer: Layer): number => this.#layers.get(layer)?.cursor ?? 0
    this.#send({
      type: 'accept',
      cursor: { events: cursorOf('events'), minutes: cursorOf('minutes'), full: cursorOf('full') },
      live: this.#options.liveMs,
      batchBytes: sizes.batchBytes,
    })
    this.#heard()
    if (this.#vessel !== undefined) this.#options.accepted?.(this.#vessel)
  }
}

const refuse = (code: Refuse['code'], detail: string): Refuse => ({ type: 'refuse', code, detail })
