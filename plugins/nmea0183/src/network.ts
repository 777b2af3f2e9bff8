import {
  addressParts,
  KeptLink,
  networkInput,
  networkInputId,
  serverInput,
  serverInputId,
  UdpLink,
  type FixedInput,
  type MaySend,
  type Protocol,
} from '@marinedata/inputs'
import type { Boat } from '@marinedata/plugin-api'
import type { Sends } from '#outputs/sends.ts'
import { Output } from '#outputs/output.ts'
import type { Multiplexer } from '#outputs/multiplexer.ts'
import { serverPort, type Settings } from './settings.ts'

/** The inputs that the settings name. */
export const fixedInputs = (settings: Settings, protocol: Protocol): readonly FixedInput[] => {
  const { connections, server } = settings
  const { host, maxClients } = server
  const served = serverInput({
    name: 'NMEA 0183 server',
    port: serverPort(settings),
    host,
    maxClients,
    protocol,
  })
  return [
    ...connections.map((connection) => networkInput(connection, protocol)),
    ...(server.enabled ? [served] : []),
  ]
}

const isOf =
  (id: string): MaySend =>
  (source) =>
    source === `nmea0183.${id}` || source.startsWith(`nmea0183.${id}.`)

/**
 * The outputs that the settings name. Those on an input have the id of the input. Values that came by NMEA 0183 over the
 * network are not made into sentences for the network: two boats' servers would keep an old position alive between them.
 */
export const outputsOf = (settings: Settings, log: Boat['log']): readonly Output[] => {
  const { connections, server, udpOutputs, serialOutputs } = settings
  const serverId = serverInputId(serverPort(settings))
  const networkSources = [serverId, ...connections.map(({ address }) => networkInputId(address))].map(isOf)
  const maySend: MaySend = (source) => !networkSources.some((isFrom) => isFrom(source))
  const output = (id: string, sends: Sends, farHost?: string): Output =>
    new Output({ id, sends, farHost, maySend, log })
  return [
    ...connections.flatMap(({ address, sends }) =>
      sends === undefined || addressParts(address).host === undefined
        ? []
        : [output(networkInputId(address), sends)],
    ),
    ...(server.enabled ? [output(serverId, server.sends ?? {})] : []),
    ...udpOutputs.map(({ address, sends }) => output(address, sends, addressParts(address).host)),
    ...serialOutputs.map(
      ({ id, sends }) => new Output({ id, sends, maySend: (source) => !isOf(id)(source), log }),
    ),
  ]
}

/** Keeps a socket open for each output that is no input: datagrams. */
export const openUdpOutputs = (
  { udpOutputs }: Settings,
  multiplexer: Multiplexer,
  log: Boat['log'],
): AsyncDisposable => {
  const stack = new AsyncDisposableStack()
  for (const { address } of udpOutputs) {
    const { host = '', port } = addressParts(address)
    stack.use(
      new KeptLink({
        open: async () => await UdpLink.open({ sendTo: { host, port } }),
        opened: (link) => multiplexer.attach(address, link),
        failed: (error) => log.warn(`${address}: ${(error as Error).message}`),
      }),
    )
  }
  return stack
}
