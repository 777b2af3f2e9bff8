import type { AlertList, HelmTaken } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Crew, type CrewKind } from '@marinedata/testing/boats/crew'
import { assertProblem, type Exchange } from '@marinedata/testing/exchange'
import { pilots, simulator } from '@marinedata/testing/boats/pilot-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const alerts = '/marinedata/v2/api/notifications'
const path = 'notifications.steering.autopilot.helm'
const patienceMs = 150_000

/** A closed boat with an engaged autopilot, a person with the helm role and an owner. */
const steeringBoat = async (): Promise<Crew> => {
  await using stack = new AsyncDisposableStack()
  const crew = stack.use(await Crew.start({ plugins: { given: [simulator] } }))
  const engage = (): Promise<Exchange> => crew.ask('helm', `POST ${pilots}/main/engage`)
  await until(engage, ({ status }) => status === 200, { timeoutMs: patienceMs })
  stack.move()
  return crew
}

interface Change {
  readonly who: CrewKind
  /** The change of the target in degrees. */
  readonly by: number
  readonly lease?: string
}

const adjust = (crew: Crew, { who, by, lease }: Change): Promise<Exchange> =>
  crew.ask(who, `PUT ${pilots}/main/target/adjust`, {
    body: { value: by, units: 'deg' },
    ...(lease !== undefined && { headers: { 'x-helm-lease': lease } }),
  })

const helmAlerts = async (crew: Crew): Promise<AlertList> =>
  (await crew.must<AlertList>(`GET ${alerts}`)).filter((alert) => alert.path === path)

/** Both turn alternately; returns the responses. */
const fight = async (crew: Crew, times: number): Promise<Exchange[]> => {
  const answers: Exchange[] = []
  for (let turn = 0; turn < times; turn++)
    answers.push(await adjust(crew, turn % 2 === 0 ? { who: 'helm', by: 10 } : { who: 'owner', by: -10 }))
  return answers
}

test('stops two clients that turn against each other, and raises one alarm', limit, async () => {
  await using crew = await steeringBoat()
  const answers = await fight(crew, 24)
  const refused = answers.filter(({ status }) => status !== 200)
  assert.ok(answers.length - refused.length <= 3, `${answers.length - refused.length} were accepted`)
  for (const answer of refused) assert.match(assertProblem(answer, 'helm-contested').detail, /Take the helm/)
  const [alert, ...more] = await until(
    () => helmAlerts(crew),
    (seen) => seen.length > 0,
  )
  assert.deepEqual([alert?.state, alert?.status, more.length], ['alarm', 'active', 0])
  assert.match(alert?.message ?? '', /the-helm/)
  assert.match(alert?.message ?? '', /the-owner/)
  assert.equal((await crew.ask('helm', `POST ${pilots}/main/disengage`)).status, 200)
})

test('taking the helm allows steering again and ends the alarm', limit, async () => {
  await using crew = await steeringBoat()
  assertProblem((await fight(crew, 8)).at(-1)!, 'helm-contested')
  const body = { ttl: 60, label: 'Wheel' }
  const taken = await crew.ask('helm', `PUT ${pilots}/main/helm`, { body })
  const { lease } = JSON.parse(taken.text) as HelmTaken
  for (const by of [10, -10, 10, -10, 10])
    assert.equal((await adjust(crew, { who: 'helm', by, lease })).status, 200)
  assertProblem(await adjust(crew, { who: 'owner', by: -10 }), 'helm-held')
  await until(
    () => helmAlerts(crew),
    ([seen]) => seen === undefined || seen.status === 'rectified',
  )
})
