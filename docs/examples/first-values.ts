import { MarineDataClient } from '@marinedata/client'

const boat = new MarineDataClient({ url: 'http://127.0.0.1:3000' })
await using stream = boat.stream({ subscribe: 'self' })
await stream.opened()

stream.send({
  updates: [
    {
      $source: 'deck.gps',
      values: [
        { path: 'navigation.speedOverGround', value: 3.2 },
        { path: 'navigation.position', value: { latitude: 60.0738, longitude: 19.6996 } },
      ],
    },
  ],
})

for await (const delta of stream) {
  for (const { $source, values = [] } of delta.updates)
    for (const { path, value } of values) console.log($source, path, value)
  break
}
