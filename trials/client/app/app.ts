// A program of an app developer, the same for every runtime: it reads, follows, steers, and pairs.
import { Boat, MarineDataError, outcomeOf, watch } from '@marinedata/client'

const [url = '', name = ''] = process.argv.slice(-2)
const boat = new Boat({ url })
const changes: string[][] = []
for await (const { path, value } of watch(boat, ['navigation.speedOverGround'], { period: 200 })) {
  changes.push([path, typeof value])
  if (changes.length === 2) break
}
const { value: position, $source } = await boat.value('navigation.position')
await boat.autopilots.engage('_default')
await boat.autopilots.adjust('_default', { value: 5, units: 'deg' })
const far = await outcomeOf(boat.autopilots.setTarget('_default', { value: 300 }))
await boat.autopilots.disengage('_default')
const missing = await boat.get('vessels/self/no/such/path').then(
  () => 'found',
  (error: unknown) => (error instanceof MarineDataError ? error.code : String(error)),
)

const approve = async (digits: string): Promise<void> => {
  for (const { id } of await boat.access.listPairings())
    await boat.access.approvePairing(id, { digits, role: 'viewer' })
}
let approved: Promise<void> | undefined
const onDigits = (digits: string): void => {
  approved = approve(digits)
}
const paired = await Boat.pair({ url, name, onDigits })
await approved
console.log(
  JSON.stringify({
    changes,
    hasPosition: typeof position?.latitude === 'number',
    source: $source,
    refused: far.ok ? null : far.code,
    missing,
    token: paired.token?.slice(0, 4),
  }),
)
// Idle connections of `fetch` would keep the process for a while.
process.exit(0)
