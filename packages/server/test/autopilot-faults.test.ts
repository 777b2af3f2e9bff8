import type { ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { assertProblem, type Exchange } from '@marinedata/testing/exchange'
import { PilotBoat, type Fault } from '@marinedata/testing/boats/pilot-boat'
import { StreamListener, type ReceivedValue } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const steering = { steps: [['POST engage']] } as const
const heading = 'notifications.steering.autopilot.heading'

const isAlarm = ({ path, value, source }: ReceivedValue): boolean =>
  path === heading && source === 'main' && (value as { state: string }).state === 'alarm'

/** A problem with an unknown outcome. */
const assertUnknown = (answer: Exchange, code: ProblemCode): void => {
  assert.match(answer.text, /"outcome":"unknown"/)
  assertProblem({ ...answer, text: answer.text.replace('"outcome":"unknown"', '"outcome":"none"') }, code)
}

suite('autopilot faults', () => {
  let present: PilotBoat | undefined
  const boat = (): PilotBoat => present!
  before(async () => {
    present = await PilotBoat.start()
  })
  after(() => present?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    boat().changed()
    await boat().bring(steering)
  })

  /** Causes the fault; returns the alarm and the milliseconds until it. */
  const alarmAfter = async (fault: Fault): Promise<{ message: string; ms: number }> => {
    await using stream = await StreamListener.open(boat().url)
    stream.forget()
    const begun = performance.now()
    const received = stream.firstValue(isAlarm).then((value) => ({ value, ms: performance.now() - begun }))
    await boat().bring({ ...steering, fault })
    const { value, ms } = await received
    assert.deepEqual((value.value as { method: string[] }).method, ['visual', 'sound'])
    return { message: (value.value as { message: string }).message, ms }
  }

  test(
    'an engaged autopilot that loses its connection is offline, and the alarm sounds within a second',
    limit,
    async (t) => {
      const { message, ms } = await alarmAfter({ name: 'link-cut' })
      assert.match(message, /lost/)
      assert.ok(ms < timeLimit(1_000), `after ${ms} ms`)
      t.diagnostic(`alarm after ${ms.toFixed(0)} ms`)
    },
  )

  test('an autopilot that disengages by itself raises the alarm within a second', limit, async (t) => {
    const { message, ms } = await alarmAfter({ name: 'pilot-off' })
    assert.match(message, /without a command/)
    assert.ok(ms < timeLimit(1_000), `after ${ms} ms`)
    assert.equal((await boat().describe('main')).engaged, false)
    t.diagnostic(`alarm after ${ms.toFixed(0)} ms`)
  })

  test('the alarm ends with the next confirmed command', limit, async () => {
    await alarmAfter({ name: 'pilot-off' })
    await using stream = await StreamListener.open(boat().url)
    assert.ok((await stream.firstValue(isAlarm)) !== undefined)
    await boat().must('POST main/engage')
    const calm = await stream.firstValue(
      ({ path, value }) => path === heading && (value as { state: string }).state === 'normal',
    )
    assert.equal(calm.source, 'main')
  })

  test('disengaging by command raises no alarm', limit, async () => {
    await boat().must('PUT main/target/adjust', { value: 1, units: 'deg' })
    await using stream = await StreamListener.open(boat().url)
    await boat().must('POST main/disengage')
    await boat().must('POST main/engage')
    await boat().must('PUT main/state', { value: 'disabled' })
    await boat().must('POST main/disengage')
    await stream.settled()
    assert.ok(!stream.values.some(isAlarm))
  })

  for (const id of ['main', '_default'])
    test(`an offline autopilot can be read by ${id}: its state is unknown`, limit, async () => {
      await boat().bring({ ...steering, fault: { name: 'link-cut' } })
      const { options, ...rest } = await until(
        () => boat().describe(id),
        ({ online }) => online === false,
      )
      assert.deepEqual(rest, {
        state: 'off-line',
        mode: null,
        target: null,
        engaged: false,
        online: false,
        targetKind: null,
        targetRange: null,
      })
      assert.deepEqual(options.state, ['enabled', 'disabled'])
      assert.ok(options.actions?.every(({ available, reason }) => !available && reason !== undefined))
      for (const [name, value] of [
        ['state', 'off-line'],
        ['mode', null],
        ['target', null],
      ] as const)
        assert.deepEqual(JSON.parse((await boat().must(`GET ${id}/${name}`)).text), { value })
    })

  for (const id of ['main', '_default'])
    test(`disengage is sent to an offline autopilot by ${id}, with an unknown outcome`, limit, async () => {
      await boat().bring({ ...steering, fault: { name: 'link-cut' } })
      await until(
        () => boat().describe(id),
        ({ online }) => online === false,
      )
      assertUnknown(await boat().ask(`POST ${id}/disengage`), 'autopilot-offline')
    })

  test('a returning autopilot shows its own report, and receives no command', limit, async () => {
    await boat().bring({ ...steering, fault: { name: 'link-cut' } })
    await until(
      () => boat().describe('main'),
      ({ online }) => online === false,
    )
    await boat().fault({ name: 'link-cut' }, false)
    const back = await until(
      () => boat().describe('main'),
      ({ online }) => online === true,
    )
    assert.deepEqual([back.state, back.engaged], ['enabled', true])
  })

  test('an autopilot lost during a command is offline, with an unknown outcome', limit, async () => {
    await boat().bring({ ...steering, fault: { name: 'slow-device', delay: 60 } })
    const asked = boat().ask('PUT main/target', { body: { value: 1 } })
    await boat().fault({ name: 'link-cut' })
    assertUnknown(await asked, 'autopilot-offline')
    await boat().fault({ name: 'link-cut' }, false)
  })

  test('a provider that dies during a command gives an unknown outcome', limit, async () => {
    await boat().bring({ ...steering, fault: { name: 'slow-device', delay: 60 } })
    const asked = boat().ask('PUT main/target', { body: { value: 1 } })
    const { pid } = await boat().report()
    process.kill(pid!, 'SIGKILL')
    assertUnknown(await asked, 'autopilot-offline')
    await boat().isRunning()
  })

  test('disengage interrupts a slow command and completes at once', limit, async (t) => {
    await boat().bring({ ...steering, fault: { name: 'slow-device', delay: 1 } })
    const running = boat().ask('PUT main/target', { body: { value: 1 } })
    const waiting = boat().ask('PUT main/target/adjust', { body: { value: 1 } })
    await until(
      () => boat().report(),
      ({ devices }) => devices.filter(({ kind }) => kind === 'autopilot').length === 2,
    )
    await boat().fault({ name: 'slow-device' }, false)
    const begun = performance.now()
    await boat().must('POST main/disengage')
    t.diagnostic(`disengaged after ${(performance.now() - begun).toFixed(0)} ms`)
    assert.ok(performance.now() - begun < timeLimit(500))
    assertProblem(await running, 'unconfirmed')
    assertProblem(await waiting, 'busy')
    const { engaged, target } = await boat().describe('main')
    assert.deepEqual([engaged, target === 1], [false, false])
  })

  test(
    'a silent autopilot: 504 at first, then offline with the alarm after five seconds',
    limit,
    async (t) => {
      await using stream = await StreamListener.open(boat().url)
      stream.forget()
      const begun = performance.now()
      await boat().bring({ ...steering, fault: { name: 'pilot-silent' } })
      for (const id of ['main', '_default'])
        assertProblem(await boat().ask(`PUT ${id}/target`, { body: { value: 1 } }), 'unconfirmed')
      await stream.firstValue(
        ({ path, value }) => path === 'steering.autopilot.state' && value === 'off-line',
      )
      const ms = performance.now() - begun
      t.diagnostic(`off-line after ${ms.toFixed(0)} ms of silence`)
      assert.ok(ms > 4_400 && ms < timeLimit(6_000), `after ${ms} ms`)
      await stream.firstValue(isAlarm)
      assertProblem(await boat().ask('PUT main/target', { body: { value: 1 } }), 'autopilot-offline')
    },
  )
})
