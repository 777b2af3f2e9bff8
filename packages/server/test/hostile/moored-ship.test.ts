import type { Alert } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { mustAlerts } from '../alert-asking.ts'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 110_000 }
const plugin = join(import.meta.dirname, '..', '..', '..', '..', 'plugins', 'closest-approach')
const ship = 'vessels.urn:mrn:imo:mmsi:230012345'
const alertPath = 'notifications.navigation.closestApproach.230012345'
const approach = 'navigation.closestApproach'

/** The motion of a vessel at 20° E, as a delta. */
const motion = (context: string, latitude: number, course: number): object => ({
  context,
  updates: [
    {
      $source: 'receiver',
      values: [
        { path: 'navigation.position', value: { latitude, longitude: 20 } },
        { path: 'navigation.courseOverGroundTrue', value: course },
        { path: 'navigation.speedOverGround', value: 5 },
      ],
    },
  ],
})

test('a forged report that a dangerous ship is moored does not end its alarm', limit, async (context) => {
  await using boat = await startBoat({ plugins: { given: [plugin] } })
  await using stream = await StreamListener.open(boat.url, '?subscribe=all')
  const states = [{ path: 'navigation.state', value: 'moored' }]
  let isForging = false
  const feeding = setInterval(() => {
    stream.send(motion('vessels.self', 60, 0))
    stream.send(motion(ship, 60.01, Math.PI))
    if (isForging) stream.send({ context: ship, updates: [{ $source: 'forger', values: states }] })
  }, 200)
  context.after(() => clearInterval(feeding))
  const listed = async (): Promise<Alert | undefined> =>
    (await mustAlerts<Alert[]>(boat.url, 'GET')).find(({ path }) => path === alertPath)
  const raised = await until(listed, (alert) => alert?.status === 'active')
  isForging = true
  await stream.firstValue(({ context: at, path }) => at === ship && path === 'navigation.state')
  // The plugin evaluates the ship again after the forged report.
  for (let evaluations = 0; evaluations < 2; evaluations++) {
    stream.forget()
    await stream.firstValue(({ context: at, path }) => at === ship && path === approach)
  }
  const after = await listed()
  assert.deepEqual([after?.id, after?.status], [raised?.id, 'active'])
})
