// Compiled without `skipLibCheck`: the declarations of the packed package must be right on their own.
import { autopilots, Boat, MarineDataClient, outcomeOf, watch, type ValueAt } from '@marinedata/client'
import { requestPairing } from '@marinedata/client/pairing'

export const useBoat = async (boat: Boat): Promise<void> => {
  const speed: number | null = (await boat.value('navigation.speedOverGround')).value
  const voltage: ValueAt<'electrical.batteries.house.voltage'> = speed ?? 12.6
  for await (const change of watch(boat, ['navigation.position', 'navigation.headingTrue']))
    if (change.path === 'navigation.headingTrue') console.log((change.value ?? voltage).toFixed(2))
    else console.log(change.value?.latitude)
  const turn = await outcomeOf(
    autopilots(new MarineDataClient({ url: 'http://a' })).adjust('x', { value: 1 }),
  )
  if (!turn.ok && turn.code === 'helm-held') console.log(turn.problem.message)
  await requestPairing(boat, 'An app')
  // @ts-expect-error a misspelt path
  await boat.value('navigation.speedOverGrund')
  // @ts-expect-error an unknown unit
  await boat.autopilots.adjust('_default', { value: 10, units: 'degrees' })
  // @ts-expect-error a problem that this operation does not have
  if (!turn.ok && turn.code === 'route-in-use') console.log(turn)
}
