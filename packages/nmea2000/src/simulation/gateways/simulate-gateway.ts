import type { GatewayKind } from '#gateways/gateway.ts'
import type { SimulatedGateway, SimulatedGatewayOptions } from './gateway-device.ts'
import { SimulatedActisense } from './simulated-actisense.ts'
import { SimulatedIkonvert } from './simulated-ikonvert.ts'
import { SimulatedMaretron } from './simulated-maretron.ts'
import { SimulatedActisenseAscii, SimulatedCandump, SimulatedYachtDevices } from './text-gateways.ts'

const makers: Readonly<Record<GatewayKind, (options: SimulatedGatewayOptions) => SimulatedGateway>> = {
  socketcan: (options) => new SimulatedCandump(options),
  'yacht-devices': (options) => new SimulatedYachtDevices(options),
  'actisense-ascii': (options) => new SimulatedActisenseAscii(options),
  actisense: (options) => new SimulatedActisense(options),
  ikonvert: (options) => new SimulatedIkonvert(options),
  maretron: (options) => new SimulatedMaretron(options),
}

/** The far end of a gateway of this kind. */
export const simulateGateway = (kind: GatewayKind, options: SimulatedGatewayOptions): SimulatedGateway =>
  makers[kind](options)
