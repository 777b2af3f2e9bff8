import { Boat } from '@marinedata/client'

const { BOAT = 'http://127.0.0.1:3000' } = process.env
const boat = new Boat({ url: BOAT })
const { value, $source } = await boat.value('navigation.speedOverGround')
console.log('speed over ground', value, 'm/s, from', $source)
