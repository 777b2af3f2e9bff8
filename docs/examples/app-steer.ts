import { Boat, outcomeOf } from '@marinedata/client'

const { BOAT = 'http://127.0.0.1:3000' } = process.env
const boat = new Boat({ url: BOAT })
await boat.autopilots.engage('_default')
await boat.autopilots.adjust('_default', { value: 10, units: 'deg' })
console.log('the autopilot has reported the new course')

const turn = await outcomeOf(boat.autopilots.adjust('_default', { value: 400, units: 'deg' }))
if (!turn.ok) console.log(turn.code, turn.problem.message)
await boat.autopilots.disengage('_default')
