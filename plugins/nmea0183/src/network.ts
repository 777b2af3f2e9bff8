import {
  addressParts,
  KeptLink,
  networkInput,
  networkInputId,
  serverInput,
  serverInputId,
  UdpLink,
  type FixedInput,
  type Protocol,
} from '@marinedata/inputs'
import type { Boat } from '@marinedata/plugin-api'
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

/** The outputs that the settings name. Those on an input have the id of the input. */
export const outputsOf = (settings: Settings, log: Boat['log']): readonly Output[] => {
  const { connections, server, udpOutputs, serialOutputs } = settings
  return [
    ...connections.flatMap(({ address, sends }) =>
      sends === undefined || addressParts(address).host === undefined
        ? []
        : [new Output({ id: networkInputId(address), sends, log })],
    ),
    ...(server.enabled
      ? [new Output({ id: serverInputId(serverPort(settings)), sends: server.sends ?? {}, log })]
      : []),
    ...udpOutputs.map(
      ({ address, sends }) => new Output({ id: address, sends, farHost: addressParts(address).host, log }),
    ),
    ...serialOutputs.map(({ id, sends }) => new Output({ id, sends, log })),
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
