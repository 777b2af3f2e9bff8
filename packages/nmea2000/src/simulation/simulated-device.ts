import type { Fields } from '#codec/decode.ts'
import { marineDeviceName, type DeviceName } from '#network/name.ts'
import { BusNode } from '#network/node.ts'
import type { Timer } from '#timer.ts'
import type { SimulatedBus } from './simulated-bus.ts'
import type { Voyage } from './simulated-voyage.ts'

/** Identity of a simulated device. */
export interface DeviceDescription {
  readonly model: string
  /** Codes of canboat's database: Garmin is 229, function 145 of class 60 is a GNSS receiver. */
  readonly manufacturerCode: number
  readonly deviceFunction: number
  readonly deviceClass: number
  /** The serial number, also in the NAME. */
  readonly uniqueNumber: number
  readonly address: number
  readonly installation?: string
  readonly transmits?: readonly number[]
}

/** A message that a sensor sends again and again. */
export interface SensorMessage {
  readonly id: string
  readonly everyMs: number
  readonly fields: (voyage: Voyage) => Fields
  readonly lists?: (voyage: Voyage) => readonly (readonly Fields[])[]
}

const nameOf = ({
  uniqueNumber,
  manufacturerCode,
  deviceFunction,
  deviceClass,
}: DeviceDescription): DeviceName =>
  marineDeviceName({ uniqueNumber, manufacturerCode, deviceFunction, deviceClass })

const productOf = ({ model, uniqueNumber }: DeviceDescription): Fields => ({
  nmea2000Version: 2.1,
  productCode: uniqueNumber % 10_000,
  modelId: model,
  softwareVersionCode: '1.0',
  modelVersion: 'A',
  modelSerialCode: String(uniqueNumber),
  certificationLevel: 1,
  loadEquivalency: 1,
})

/** Puts a device onto the bus, which claims its address and answers questions about itself. */
export const simulateDevice = (
  description: DeviceDescription,
  { bus, timer }: { readonly bus: SimulatedBus; readonly timer: Timer },
): { readonly node: BusNode } & Disposable => {
  const node = new BusNode({
    name: nameOf(description),
    product: productOf(description),
    configuration: { installationDescription1: description.installation ?? '' },
    transmits: description.transmits ?? [],
    receives: [],
    preferredAddress: description.address,
    timer,
    random: () => 0.5,
    send: (frame) => bus.send(frame),
  })
  const attached = bus.attach(node)
  node.start()
  return {
    node,
    [Symbol.dispose]: () => {
      attached[Symbol.dispose]()
      node[Symbol.dispose]()
    },
  }
}
