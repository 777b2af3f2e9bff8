import { MarineDataClient } from '@marinedata/client'
import { MarineDataError } from '@marinedata/model'

const { BOAT = 'http://127.0.0.1:3000' } = process.env
const boat = new MarineDataClient({ url: BOAT })
const pilot = 'vessels/self/autopilots/_default'
try {
  await boat.call('POST', `${pilot}/engage`)
  await boat.call('PUT', `${pilot}/target/adjust`, { body: { value: 10, units: 'deg' } })
  console.log('the autopilot has reported the new course')
  await boat.call('PUT', `${pilot}/target/adjust`, { body: { value: 10, units: 'degrees' } })
} catch (error) {
  if (!(error instanceof MarineDataError)) throw error
  console.log(error.code, error.message)
}
await boat.call('POST', `${pilot}/disengage`)
