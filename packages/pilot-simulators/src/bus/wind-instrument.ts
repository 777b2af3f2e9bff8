import { systemTimer } from '@marinedata/inputs'
import { broadcastAddress, BusNode, marineDeviceName, type SimulatedBus } from '@marinedata/nmea2000'
import type { SimulatedBoat } from '../simulated-boat.ts'
import { bytesOf, wireAngle } from './bus-pilot.ts'

/** No manufacturer has this code. */
const name = marineDeviceName({
  manufacturerCode: 2_001,
  deviceFunction: 130,
  deviceClass: 85,
  uniqueNumber: 130_306,
})
const usualAddress = 105
const windData = { pgn: 130_306, priority: 2 }
const apparent = 0xfa
/** Hundredths of a metre per second. */
const speed = 700
const periodMs = 1_000

/** A wind instrument on the bus of a pilot. A pilot without one has no wind to tack by. */
export class WindInstrument implements Disposable {
  readonly #stack = new DisposableStack()

  constructor(bus: SimulatedBus, boat: SimulatedBoat) {
    const node = this.#stack.use(
      new BusNode({
        name,
        product: { modelId: 'Wind instrument' },
        configuration: {},
        transmits: [windData.pgn],
        receives: [],
        preferredAddress: usualAddress,
        timer: systemTimer,
        random: () => 0.5,
        send: (frame) => bus.send(frame),
      }),
    )
    this.#stack.use(bus.attach(node))
    node.start()
    const timer = setInterval(() => {
      const angle = bytesOf(wireAngle(boat.windAngle))
      const payload = Uint8Array.of(0xff, ...bytesOf(speed), ...angle, apparent, 0xff, 0xff)
      node.send({ ...windData, payload, destination: broadcastAddress })
    }, periodMs)
    this.#stack.defer(() => clearInterval(timer))
  }

  [Symbol.dispose](): void {
    this.#stack.dispose()
  }
}
