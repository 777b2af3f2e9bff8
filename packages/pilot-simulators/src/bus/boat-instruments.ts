import { systemTimer } from '@marinedata/inputs'
import { broadcastAddress, BusNode, marineDeviceName, type SimulatedBus } from '@marinedata/nmea2000'
import type { SimulatedBoat } from '../simulated-boat.ts'
import { bytesOf, wireAngle, type PilotMessage } from './bus-pilot.ts'

interface BoatWithPilot {
  readonly boat: SimulatedBoat
  readonly sendsHeading?: boolean | undefined
}

/** No manufacturer has this code. */
const name = marineDeviceName({
  manufacturerCode: 2_001,
  deviceFunction: 130,
  deviceClass: 85,
  uniqueNumber: 130_306,
})
const usualAddress = 105
const windData = { pgn: 130_306, priority: 2 }
const vesselHeading = { pgn: 127_250, priority: 2 }
const apparent = 0xfa
/** Reference magnetic, and six bits that are not used. */
const magnetic = 0xfd
const noAngle = [0xff, 0x7f]
/** Hundredths of a metre per second. */
const speed = 700
const periods = { windMs: 1_000, headingMs: 100 }

/** The heading of a boat, without deviation and variation: 127250. */
export const headingOf = (boat: SimulatedBoat): PilotMessage => ({
  ...vesselHeading,
  payload: Uint8Array.of(0xff, ...bytesOf(wireAngle(boat.heading)), ...noAngle, ...noAngle, magnetic),
})

/**
 * A wind instrument and a compass on the bus of a pilot. A pilot needs wind to tack by, and the heading shows whether it holds
 * its course. A pilot that sends the heading itself needs no compass.
 */
export class BoatInstruments implements Disposable {
  readonly #stack = new DisposableStack()

  constructor(bus: SimulatedBus, { boat, sendsHeading = false }: BoatWithPilot) {
    const node = this.#stack.use(
      new BusNode({
        name,
        product: { modelId: 'Wind instrument and compass' },
        configuration: {},
        transmits: [windData.pgn, vesselHeading.pgn],
        receives: [],
        preferredAddress: usualAddress,
        timer: systemTimer,
        random: () => 0.5,
        send: (frame) => bus.send(frame),
      }),
    )
    this.#stack.use(bus.attach(node))
    node.start()
    this.#every(periods.windMs, () => {
      const angle = bytesOf(wireAngle(boat.windAngle))
      const payload = Uint8Array.of(0xff, ...bytesOf(speed), ...angle, apparent, 0xff, 0xff)
      node.send({ ...windData, payload, destination: broadcastAddress })
    })
    if (!sendsHeading)
      this.#every(periods.headingMs, () => node.send({ ...headingOf(boat), destination: broadcastAddress }))
  }

  [Symbol.dispose](): void {
    this.#stack.dispose()
  }

  #every(ms: number, run: () => void): void {
    const timer = setInterval(run, ms)
    this.#stack.defer(() => clearInterval(timer))
  }
}
