import { createSocket, type Socket } from 'node:dgram'
import { every } from '../system-clock.ts'
import type { WiredNetwork } from './wired-networks.ts'

/** Where plotters listen. */
export interface PlotterGroup {
  readonly address: string
  readonly port: number
}

export const navicoGroup: PlotterGroup = { address: '239.2.1.1', port: 2053 }

export interface AnnouncerOptions {
  readonly networks: () => readonly WiredNetwork[]
  readonly group: PlotterGroup
  /** What is said in a network. */
  readonly message: (network: WiredNetwork) => string
  /** A network that does not take it; told once until it does again. */
  readonly onFault: (network: WiredNetwork, error: Error) => void
  readonly everyMs?: number
}

const usualMs = 10_000
/** What is not sent by then is not sent. */
const patienceMs = 2_000

/** Tells plotters again and again where the console is, in every wired network and with the address that is good there. */
export class PlotterAnnouncer implements Disposable {
  readonly #options: AnnouncerOptions
  readonly #open = new Set<Socket>()
  readonly #faulty = new Set<string>()
  readonly #rhythm: Disposable

  constructor(options: AnnouncerOptions) {
    this.#options = options
    this.#rhythm = every(options.everyMs ?? usualMs, () => this.#announce())
    this.#announce()
  }

  [Symbol.dispose](): void {
    this.#rhythm[Symbol.dispose]()
    for (const socket of this.#open) this.#close(socket)
  }

  #announce(): void {
    for (const network of this.#options.networks()) this.#tell(network)
  }

  /** A socket for each time: networks come and go, and an address is good for as long as it is there. */
  #tell(network: WiredNetwork): void {
    const { group, message } = this.#options
    const socket = createSocket('udp4')
    this.#open.add(socket)
    const late = setTimeout(() => this.#close(socket), patienceMs)
    socket.once('close', () => clearTimeout(late))
    const end = (error: Error | null): void => {
      this.#close(socket)
      this.#note(network, error)
    }
    socket.once('error', end)
    socket.bind({ address: network.address, port: 0 }, () => {
      try {
        socket.setMulticastInterface(network.address)
        socket.setMulticastTTL(1)
        socket.send(message(network), group.port, group.address, end)
      } catch (error) {
        // The network was gone in that very moment.
        end(error as Error)
      }
    })
  }

  #close(socket: Socket): void {
    if (this.#open.delete(socket)) socket.close()
  }

  #note(network: WiredNetwork, error: Error | null): void {
    if (error === null) this.#faulty.delete(network.name)
    else if (!this.#faulty.has(network.name)) {
      this.#faulty.add(network.name)
      this.#options.onFault(network, error)
    }
  }
}
