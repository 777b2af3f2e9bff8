/**
 * A full bus behind a gateway, in a process of its own, so that its cost is not the plugin's. It takes the kind of the
 * gateway and how it is connected as arguments, and commands of the parent as messages.
 */
import { systemTimer as timer } from '@marinedata/inputs'
import {
  gatewayKinds,
  LoadGenerator,
  simulateGateway,
  SimulatedBus,
  type GatewayKind,
  type SimulatedGateway,
} from '@marinedata/nmea2000'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** What the parent may ask for. */
export type FarEndOrder = 'begin' | 'end' | 'cut' | 'restore'
/** What is answered to every order. */
export interface FarEndState {
  readonly port: number
  readonly frames: number
  readonly messages: number
  readonly clients: number
}

const [kindText, transport, portText] = process.argv.slice(2)
const kind = gatewayKinds.find((one): one is GatewayKind => one === kindText)
if (kind === undefined) throw new Error(`There is no gateway "${kindText}"`)

const bus = new SimulatedBus(timer)
const clients = new Set<Socket>()
const gatewayAddress = 77
let port = Number(portText ?? 0)
let server: Server | undefined
let load: LoadGenerator | undefined
let counted = { frames: 0, messages: 0 }

const makeGateway = (write: (bytes: Uint8Array) => void): SimulatedGateway =>
  simulateGateway(kind, { bus, timer, address: gatewayAddress, write })

const listen = async (): Promise<void> => {
  server = createServer((socket) => {
    const gateway = makeGateway((bytes) => socket.write(bytes))
    clients.add(socket)
    socket.setNoDelay(true)
    socket.on('data', (bytes: Buffer) => gateway.read(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clients.delete(socket)
      gateway[Symbol.dispose]()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server always has an address with a port.
  port = (server.address() as AddressInfo).port
}

const cut = async (): Promise<void> => {
  if (server === undefined) return
  const closed = once(server, 'close')
  server.close()
  for (const client of clients) client.destroy()
  await closed
}

const sendDatagrams = (): void => {
  const socket = createSocket('udp4')
  makeGateway((bytes) => socket.send(bytes, port, '127.0.0.1'))
}

const orders: Readonly<Record<FarEndOrder, () => Promise<void> | void>> = {
  begin: () => {
    counted = { frames: 0, messages: 0 }
    load = new LoadGenerator({ bus, timer })
  },
  end: () => {
    if (load === undefined) return
    load[Symbol.dispose]()
    counted = { frames: load.frames, messages: load.messages }
    load = undefined
  },
  cut,
  restore: listen,
}

const answer = (): void => {
  const { frames, messages } = load ?? counted
  process.send?.({ port, frames, messages, clients: clients.size } satisfies FarEndState)
}

process.on('message', (order: FarEndOrder) => {
  void Promise.resolve(orders[order]()).then(answer)
})

if (transport === 'udp') sendDatagrams()
else await listen()
answer()
