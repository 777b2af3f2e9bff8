import { Boat } from '@marinedata/client'

const { BOAT = 'http://127.0.0.1:3000' } = process.env
const boat = await Boat.pair({
  url: BOAT,
  name: 'TypeScript app',
  onDigits: (digits) => console.log('Enter these digits on the console, under More, Access:', digits),
})
console.log('token', boat.token)
