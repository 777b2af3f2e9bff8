import { busIdPattern, Type, type AutopilotDetails } from '@marinedata/model'
import type { BusRequest, BusUserHandlers, OpenedBus } from '../buses/buses.ts'
import { BusPilot, type BusPilotOptions } from './bus-pilot.ts'
import type { AutopilotDevice, DeclaredDevice, DeviceHandler } from './device-kinds.ts'

/** What steering needs of the boat: the plugin declares the bus with its topics, and that it provides autopilots. */
export interface BoatWithPilotBus<Kind extends string, Topic extends string> {
  registerDevice(
    device: DeclaredDevice<'autopilot'>,
    handler: DeviceHandler<'autopilot'>,
  ): Promise<AutopilotDevice>
  openBus(bus: BusRequest<Kind, Topic>, handlers: BusUserHandlers<Topic>): Promise<OpenedBus<Topic>>
  status: BusPilotOptions<Topic>['status']
}

/** A setting of plugins for pilots: the bus that the pilot is on. */
export const pilotBusSetting = Type.Optional(
  Type.String({
    pattern: busIdPattern,
    description: 'id of the bus, if the boat has several; default the one that was connected first',
  }),
)

export interface BusSteering<Kind extends string, Topic extends string> extends Omit<
  BusPilotOptions<Topic>,
  'status' | 'onFound'
> {
  /** The id of the pilot, such as `raymarine`. */
  readonly id: string
  readonly details: AutopilotDetails
  /** The details of the pilot with a NAME, where they differ; the pilot is registered again with them. */
  readonly detailsOf?: (name: string) => AutopilotDetails
  /** The kind of the bus, such as `nmea2000`. */
  readonly kind: Kind
  /** The id of the bus; default the first of the kind. */
  readonly bus?: string | undefined
  /** Topics that show the effect of a command: they are passed on at once, in their order. */
  readonly urgent: readonly Topic[]
}

/**
 * Registers a pilot on the bus of another plugin, and steers with it until it is disposed of. It is off-line while the
 * bus or the pilot is not there.
 * @throws MarineDataError when the server refuses the device or the bus
 */
export const steerOnBus = async <Kind extends string, Topic extends string>(
  boat: BoatWithPilotBus<Kind, Topic>,
  { id, details, detailsOf = () => details, kind, bus: busId, urgent, ...options }: BusSteering<Kind, Topic>,
): Promise<AsyncDisposable> => {
  let registered = details
  const register = async (): Promise<AutopilotDevice> =>
    await boat.registerDevice(
      { id, kind: 'autopilot', details: registered },
      async (command, { signal }) => await pilot.carryOut(command, signal),
    )
  const pilot = new BusPilot<Topic>({
    ...options,
    status: (level, words) => boat.status(level, words),
    onFound: (name) => {
      if (detailsOf(name) === registered) return
      registered = detailsOf(name)
      // What is reported after it is about the new details: messages keep their order.
      void register().catch((error: Error) => boat.status('error', error.message))
    },
  })
  pilot.device = await register()
  pilot.lost('The bus is not connected')
  const bus = await boat.openBus(
    { kind, urgent: [...urgent], ...(busId !== undefined && { id: busId }) },
    {
      heard: (messages) => pilot.heard(messages),
      nodes: (nodes) => pilot.nodes(nodes),
      offered: (state) => pilot.offered(state),
      lost: () => pilot.lost('The bus is lost'),
    },
  )
  pilot.bus = bus
  return { [Symbol.asyncDispose]: async () => await bus.close() }
}
