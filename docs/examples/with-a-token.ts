import { MarineDataClient } from '@marinedata/client'

const { TOKEN = '' } = process.env
const boat = new MarineDataClient({ url: 'http://127.0.0.1:3000', token: TOKEN })
await using stream = boat.stream({ subscribe: 'none' })
await stream.opened()
stream.subscribe({ subscribe: [{ path: 'navigation.speedOverGround' }] })

stream.send({ updates: [{ values: [{ path: 'navigation.speedOverGround', value: 3.2 }] }] })

for await (const delta of stream) {
  for (const { $source, values = [] } of delta.updates)
    for (const { path, value } of values) console.log($source, path, value)
  break
}
