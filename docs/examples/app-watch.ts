import { Boat, watch } from '@marinedata/client'

const knots = (metresPerSecond: number): string => ((metresPerSecond * 3600) / 1852).toFixed(1)

const { BOAT = 'http://127.0.0.1:3000' } = process.env
const boat = new Boat({ url: BOAT })
let lines = 0
for await (const { value, stale } of watch(boat, ['navigation.speedOverGround'], { period: 1000 })) {
  // null: the sensor says that it has no value. stale: the sensor is silent, and this is its last value.
  if (value === null) console.log('no speed')
  else console.log(knots(value), stale ? 'kn, old' : 'kn')
  lines += 1
  if (lines === 2) break
}
