import { MarineDataClient } from '@marinedata/client'

const knots = (metresPerSecond: number): string => ((metresPerSecond * 3600) / 1852).toFixed(1)

const { BOAT = 'http://127.0.0.1:3000' } = process.env
const boat = new MarineDataClient({ url: BOAT })
await using stream = boat.stream({ subscribe: 'none', signal: AbortSignal.timeout(20_000) })
stream.subscribe({ subscribe: [{ path: 'navigation.speedOverGround', period: 1000 }] })

let lines = 0
for await (const { updates } of stream)
  for (const { values = [] } of updates)
    for (const { value, stale } of values) {
      // null: the sensor says that it has no value. stale: the sensor is silent, and this is its last value.
      if (typeof value === 'number') console.log(knots(value), stale === true ? 'kn, old' : 'kn')
      else console.log('no speed')
      lines += 1
      if (lines === 2) process.exit()
    }
