// Prints the highest speed and wind of each hour of the last day as CSV, in knots.
import { Boat } from '@marinedata/client'

const { BOAT = 'http://127.0.0.1:3000', TOKEN } = process.env
const boat = new Boat({ url: BOAT, ...(TOKEN !== undefined && { token: TOKEN }) })
// An hour without a value stays empty: unknown is not zero.
const knots = (value: unknown): string =>
  typeof value === 'number' ? ((value * 3600) / 1852).toFixed(1) : ''

const { data } = await boat.history.values({
  paths: 'navigation.speedOverGround:max,environment.wind.speedApparent:max',
  duration: 'P1D',
  resolution: '1h',
})
console.log('hour,speed,wind')
for (const [time, ...values] of data) console.log([time, ...values.map(knots)].join(','))
