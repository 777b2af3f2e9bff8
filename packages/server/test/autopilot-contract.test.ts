import type { AutopilotDescription } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import {
  commands,
  faultyGroups,
  readings,
  slowGroups,
  soundGroups,
  type CaseGroup,
  type Shown,
} from './autopilot-cases.ts'
import { assertProblem, type Exchange } from '@marinedata/testing/exchange'
import { askPilot, PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'

const limit = { timeout: 300_000 }

/** Checks that the device has reported the effect. */
const assertDone = (answer: Exchange, device: string): void => {
  assert.equal(answer.status, 200, answer.text)
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
  assert.deepEqual(JSON.parse(answer.text), { state: 'COMPLETED', statusCode: 200, message: 'OK' })
  assert.equal(answer.headers['x-device'], device)
}

const degree = Math.PI / 180

/** Checks the state of the device, the target within half a degree. */
const assertShows = (seen: AutopilotDescription, { target, ...rest }: Shown): void => {
  for (const [name, value] of Object.entries(rest)) assert.equal(seen[name as keyof typeof seen], value, name)
  if (target === undefined) return
  const difference = Number(seen.target) / degree - Number(target)
  assert.ok(Math.abs(difference) <= 0.5, `the target is ${Number(seen.target) / degree}°, not ${target}°`)
}

/** A description without the digits of the target that change while the boat moves along a leg. */
const steady = (description: AutopilotDescription): AutopilotDescription => ({
  ...description,
  target: description.target && Number(description.target.toFixed(4)),
})

const under = (id: string, ask: string): string => {
  const [method, path] = ask.split(' ')
  return `${method} ${id}${path === undefined ? '' : `/${path}`}`
}

/** Runs one case, by the id of the device or by `_default`. */
const play = async (boat: PilotBoat, id: string, played: CaseGroup['cases'][number]): Promise<Exchange> => {
  const { ask, body, headers, expect } = played
  const prior = await boat.describe(id)
  const answer = await boat.ask(under(id, ask), { body, ...(headers && { headers }) })
  if (expect === 'done') boat.changed()
  else {
    assertProblem(answer, expect)
    assert.equal(answer.headers['x-device'], undefined)
    assert.deepEqual(steady(await boat.describe(id)), steady(prior))
  }
  return answer
}

const playGroup = (boat: () => PilotBoat, { title, standing, device, cases }: CaseGroup): void => {
  for (const each of cases)
    for (const id of [device, '_default'])
      test(`${id}, ${title}, asked for ${each.title}: ${each.expect}`, limit, async () => {
        await boat().bring(standing)
        const answer = await play(boat(), id, each)
        if (each.expect !== 'done') return
        assertDone(answer, device)
        assertShows(await boat().describe(id), each.shows ?? {})
      })
}

/** Runs all groups on one boat, with their device as the default. */
const onOneBoat = (title: string, groups: readonly CaseGroup[]): void => {
  suite(title, { concurrency: 1 }, () => {
    let boat: PilotBoat | undefined
    const present = (): PilotBoat => {
      assert.ok(boat !== undefined)
      return boat
    }
    before(async () => {
      boat = await PilotBoat.start()
    })
    after(() => boat?.[Symbol.asyncDispose]())
    for (const group of groups)
      suite(group.title, () => {
        before(async () => {
          await present().must(`POST _providers/_default/${group.device}`)
        })
        playGroup(present, group)
      })
  })
}

/** Alternates between the id and `_default`: each case takes the whole response time. */
const onSlowBoats = (): void => {
  suite('an autopilot that ignores commands', { concurrency: true }, () => {
    for (const { title, standing, cases } of slowGroups)
      test(title, limit, async () => {
        await using boat = await PilotBoat.start()
        await boat.bring(standing)
        for (const [index, each] of cases.entries())
          await play(boat, index % 2 === 0 ? 'main' : '_default', each)
      })
  })
}

suite('the contract', { concurrency: true }, () => {
  onSlowBoats()
  onOneBoat('a sound boat', soundGroups)
  onOneBoat('a boat with faults', faultyGroups)
})

suite('without the device', () => {
  let boat: Boat | undefined
  before(async () => {
    boat = await startBoat()
  })
  after(() => boat?.[Symbol.asyncDispose]())

  for (const { ask, body } of [
    ...commands,
    ...readings.map((reading) => ({ ask: reading, body: undefined })),
  ])
    for (const [id, code] of [
      ['_default', 'no-default-autopilot'],
      ['nobody', 'autopilot-not-found'],
    ] as const)
      test(`${under(id, ask)}: ${code}`, limit, async () => {
        assertProblem(await askPilot(boat!.url, under(id, ask), { body }), code)
      })

  test('the list is empty and there is no default', limit, async () => {
    const list = await askPilot(boat!.url, 'GET')
    assert.deepEqual([list.status, list.text], [200, '{}'])
    assertProblem(await askPilot(boat!.url, 'GET _providers/_default'), 'no-default-autopilot')
    for (const [id, code] of [
      ['_default', 'no-default-autopilot'],
      ['main', 'autopilot-not-found'],
    ] as const)
      assertProblem(await askPilot(boat!.url, `POST _providers/_default/${id}`), code)
  })
})
