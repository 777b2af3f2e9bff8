import { createSocket, type Socket } from 'node:dgram'
import { every } from '../system-clock.ts'
import type { WiredNetwork } from './wired-networks.ts'

/** The multicast group on which plotters listen. */
export interface PlotterGroup {
  readonly address: string
  readonly port: number
}

export const navicoGroup: PlotterGroup = { address: '239.2.1.1', port: 2053 }

export interface AnnouncerOptions {
  readonly networks: () => readonly WiredNetwork[]
  readonly group: PlotterGroup
  /** The announcement for a network. */
  readonly message: (network: WiredNetwork) => string
  /** Called when sending in a network fails; not repeated until sending there has succeeded again. */
  readonly onFault: (network: WiredNetwork, error: Error) => void
  readonly everyMs?: number
}

const defaultIntervalMs = 10_000
const sendTimeoutMs = 2_000

/** Announces the console to plotters at an interval, in every wired network with the server's address there. */
export class PlotterAnnouncer implements Disposable {
  readonly #options: AnnouncerOptions
  readonly #open = new Set<Socket>()
  readonly #failedNetworks = new Set<string>()
  readonly #timer: Disposable

  constructor(options: AnnouncerOptions) {
    this.#options = options
    this.#timer = every(options.everyMs ?? defaultIntervalMs, () => this.#announce())
    this.#announce()
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]()
    for (const socket of this.#open) this.#close(socket)
  }

  #announce(): void {
    for (const network of this.#options.networks()) this.#send(network)
  }

  /** Uses a new socket each time, because networks and addresses come and go. */
  #send(network: WiredNetwork): void {
    const { group, message } = this.#options
    const socket = createSocket('udp4')
    this.#open.add(socket)
    const timeout = setTimeout(() => this.#close(socket), sendTimeoutMs)
    socket.once('close', () => clearTimeout(timeout))
    const end = (error: Error | null): void => {
      this.#close(socket)
      this.#report(network, error)
    }
    socket.once('error', end)
    socket.bind({ address: network.address, port: 0 }, () => {
      try {
        socket.setMulticastInterface(network.address)
        socket.setMulticastTTL(1)
        socket.send(message(network), group.port, group.address, end)
      } catch (error) {
        // The network disappeared at this moment.
        end(error as Error)
      }
    })
  }

  #close(socket: Socket): void {
    if (this.#open.delete(socket)) socket.close()
  }

  #report(network: WiredNetwork, error: Error | null): void {
    if (error === null) this.#failedNetworks.delete(network.name)
    else if (!this.#failedNetworks.has(network.name)) {
      this.#failedNetworks.add(network.name)
      this.#options.onFault(network, error)
    }
  }
}
