import {
  addressParts,
  networkInput,
  networkInputId,
  serverInput,
  serverInputId,
  udpOutput,
  type FixedInput,
  type MaySend,
  type Protocol,
} from '@marinedata/inputs'
import type { Boat } from '@marinedata/plugin-api'
import type { Sends } from '#outputs/sends.ts'
import { Output } from '#outputs/output.ts'
import { serverPort, type Settings } from './settings.ts'

/** The inputs and outputs that the settings name. */
export const fixedInputs = (settings: Settings, protocol: Protocol): readonly FixedInput[] => {
  const { connections, server, udpOutputs } = settings
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
    ...udpOutputs.map(({ address }) => udpOutput(address, protocol)),
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
    ...udpOutputs.map(({ address, sends }) =>
      output(networkInputId(address), sends, addressParts(address).host),
    ),
    ...serialOutputs.map(
      ({ id, sends }) => new Output({ id, sends, maySend: (source) => !isOf(id)(source), log }),
    ),
  ]
}
