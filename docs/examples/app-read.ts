import { MarineDataClient } from '@marinedata/client'

const { BOAT = 'http://127.0.0.1:3000' } = process.env
const boat = new MarineDataClient({ url: BOAT })
const speed = await boat.get('vessels/self/navigation/speedOverGround')
console.log('speed over ground', speed.value, 'm/s, from', speed.$source)
