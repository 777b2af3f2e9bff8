import { Type, type Static } from '@marinedata/plugin-api'
import type { Sensor } from '../sensors/instruments.ts'
import type { SailingSimulation } from '../sailing-simulation.ts'
import { pilotFaults, type PilotDevice } from './pilot-device.ts'
import { switchboardFaults, type SwitchboardFault } from './switchboard.ts'

const strict = { additionalProperties: false } as const

const sensorByFault = {
  'compass-lost': 'compass',
  'wind-lost': 'wind',
  'gps-lost': 'gps',
} as const satisfies Readonly<Record<string, Sensor>>

/** A fault to inject or to clear. */
export const FaultRequest = Type.Object(
  {
    // Object.keys loses the literal types.
    name: Type.Enum([
      ...(Object.keys(sensorByFault) as (keyof typeof sensorByFault)[]),
      ...pilotFaults,
      ...switchboardFaults,
    ]),
    device: Type.Optional(
      Type.Enum(['main', 'spare'], { description: 'the pilot, for faults of a pilot; default main' }),
    ),
    on: Type.Boolean(),
    delay: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 60,
        description: 'simulated seconds, for slow-device; default 1',
      }),
    ),
  },
  strict,
)
export type FaultRequest = Static<typeof FaultRequest>

const isSensorFault = (name: FaultRequest['name']): name is keyof typeof sensorByFault =>
  Object.hasOwn(sensorByFault, name)

/** The instrument that the fault disables; undefined for other faults. */
export const sensorLostBy = (name: FaultRequest['name']): Sensor | undefined =>
  isSensorFault(name) ? sensorByFault[name] : undefined

/** A fault of the boat or a pilot. */
export type SceneFault = FaultRequest & { readonly name: Exclude<FaultRequest['name'], SwitchboardFault> }

export const isSwitchboardFault = (name: FaultRequest['name']): name is SwitchboardFault =>
  switchboardFaults.some((fault) => fault === name)

/** Injects or clears a fault. */
export const applyFault = (
  { name, on, device = 'main', delay = 1 }: SceneFault,
  simulation: SailingSimulation,
  deviceById: Readonly<Record<'main' | 'spare', PilotDevice>>,
): void => {
  if (isSensorFault(name)) simulation.lose(sensorByFault[name], on)
  else deviceById[device].fail(name, on ? delay : undefined)
}
