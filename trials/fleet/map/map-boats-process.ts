/**
 * Boats that sail and send their latest values, in a process of their own. Takes the address of a gateway, the number of
 * boats and the milliseconds between two positions of a boat. Any message ends the sailing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sailingArea } from './map-area.ts'
import { SimulatedBoat } from '../../../scripts/fleet/simulated-boat.ts'

const [gateway = '', count = '', period = ''] = process.argv.slice(2)
const { south, west, north, east } = sailingArea
const stepDegrees = 0.05

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

const fleet = Array.from({ length: Number(count) }, (_, index) => ({
  boat: new SimulatedBoat({
    vessel: `urn:mrn:imo:mmsi:${230_000_000 + index}`,
    gateways: [gateway],
    random: Math.random,
    lostAcks: 0,
  }),
  latitude: south + Math.random() * (north - south),
  longitude: west + Math.random() * (east - west),
}))

while (fleet.some(({ boat }) => boat.state !== 'flowing')) await sleep(200)
process.send?.('connected')
const began = performance.now()
let next = 0
const sailing = setInterval(() => {
  const due = Math.floor(((performance.now() - began) / Number(period)) * fleet.length)
  for (; next < due; next++) {
    const own = fleet[next % fleet.length]
    if (own === undefined) continue
    own.latitude = within(own.latitude + (Math.random() - 0.5) * stepDegrees, south, north)
    own.longitude = within(own.longitude + (Math.random() - 0.5) * stepDegrees, west, east)
    const value = { latitude: own.latitude, longitude: own.longitude }
    const timestamp = new Date().toISOString()
    own.boat.show({ updates: [{ timestamp, values: [{ path: 'navigation.position', value }] }] })
  }
}, 20)
process.on('message', () => clearInterval(sailing))
