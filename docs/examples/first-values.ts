import { MarineDataClient } from '@marinedata/client'

const boat = new MarineDataClient({ url: 'http://127.0.0.1:3000' })
await using stream = boat.stream({ subscribe: 'none' })
await stream.opened()
stream.subscribe({ subscribe: [{ path: 'tanks.*' }] })

stream.send({
  updates: [
    {
      $source: 'saloon.tanks',
      values: [
        { path: 'tanks.freshWater.0.currentLevel', value: 0.62 },
        { path: 'tanks.fuel.0.currentLevel', value: 0.8 },
      ],
    },
  ],
})

for await (const delta of stream) {
  for (const { $source, values = [] } of delta.updates)
    for (const { path, value } of values) console.log($source, path, value)
  break
}
