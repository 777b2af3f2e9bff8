// Switches a light on when someone is overboard. The light is any switch that the boat can set: see docs/controls.md.
import { Boat, outcomeOf } from '@marinedata/client'

const { BOAT = 'http://127.0.0.1:3000', TOKEN, LIGHT = 'electrical.switches.deckLight.state' } = process.env
const boat = new Boat({ url: BOAT, ...(TOKEN !== undefined && { token: TOKEN }) })
let isOverboard = false

await using stream = boat.stream({ subscribe: 'none' })
stream.subscribe({ subscribe: [{ path: 'notifications.mob' }] })
for await (const { updates } of stream) {
  if (updates.length === 0) continue
  const wasOverboard = isOverboard
  isOverboard = (await boat.alerts.list()).some(
    ({ path, state }) => path === 'notifications.mob' && state === 'emergency',
  )
  if (!isOverboard || wasOverboard) continue
  const outcome = await outcomeOf(boat.controls.set(LIGHT, { value: true }))
  // "unconfirmed": the light did not report. The crew must look.
  console.log(outcome.ok ? 'the light is on' : `${outcome.code}: ${outcome.problem.message}`)
}
