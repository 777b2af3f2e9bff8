import { networkInput, programInput, type FixedInput } from '@marinedata/inputs'
import type { GatewaySetting } from '../settings.ts'
import { GatewayLink } from './gateway-link.ts'
import { gatewayProtocol, type GatewayProtocolOptions } from './gateway-protocol.ts'

/** The input that a gateway in the settings is. */
export const gatewayInput = (setting: GatewaySetting, options: GatewayProtocolOptions): FixedInput => {
  const warn = (reason: string): void => options.warn(`${setting.name ?? setting.address}: ${reason}`)
  if (setting.kind === 'socketcan') return canInput(setting, { ...options, warn })
  const { kind, password, ...network } = setting
  const input = networkInput(network, gatewayProtocol({ kind, password }, { ...options, warn }))
  return { ...input, open: async (signal) => new GatewayLink(await input.open(signal)) }
}

/** A CAN interface is read by `candump` and written by `canplayer`: Node has no sockets for it. */
const canInput = (
  { name, address }: GatewaySetting & { readonly kind: 'socketcan' },
  options: GatewayProtocolOptions,
): FixedInput =>
  programInput({
    id: address,
    name: name ?? address,
    address,
    protocol: gatewayProtocol({ kind: 'socketcan', channel: address }, options),
    reading: ['candump', '-L', address],
    ...(options.sends
      ? // Without the pauses of a log, and without showing our own frames to candump.
        { writing: ['canplayer', '-t', '-x', `${address}=${address}`] as const }
      : {}),
  })
