import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BusBoat } from '../bus-boat.ts'
import { timeLimit } from '@marinedata/testing/time-limit'
import { inForm, reportFigures } from '@marinedata/testing/measured/judgement'
import { median } from '@marinedata/testing/measured/latency-readers'
import { until } from '@marinedata/testing/until'

/** A full bus: 1,800 frames a second are about this many messages. */
const fullBus = 1_315
const users = ['bus-user', 'bus-user-two', 'bus-user-three'] as const
const limit = { timeout: 330_000 }

/** The share of a processor that this process, which contains the server, uses meanwhile. */
const processorShare = async (work: () => Promise<unknown>): Promise<number> => {
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / (performance.now() - startedAt)
}

const startAll = async (): Promise<BusBoat> => {
  const bus = await BusBoat.start('bus-owner', ...users)
  for (const user of users) await bus.event(user, 'offered')
  return bus
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

test('a full bus reaches three users without a loss', limit, async (context: TestContext) => {
  await using bus = await startAll()
  const seconds = inForm(8, 4)
  const count = fullBus * seconds
  const shares: { readonly idle: number; readonly busy: number }[] = []
  const ages: { readonly median: number; readonly p99: number }[] = []
  for (let period = 0; period < inForm(10, 2); period++) {
    for (const user of users) await bus.act(user, 'forget')
    const idle = await processorShare(() => sleep(seconds * 1_000))
    const busy = await processorShare(() => bus.act('bus-owner', 'hear', { perSecond: fullBus, count }))
    shares.push({ idle, busy })
    for (const user of users) {
      const { age, gaps, ...received } = await until(
        () => bus.received(user),
        (seen) => seen.count >= count,
      )
      assert.deepEqual({ ...received, gaps }, { count, gaps: 0 }, user)
      ages.push(age)
    }
  }
  const server = median(shares.map(({ busy }) => busy))
  const control = median(shares.map(({ idle }) => idle))
  context.diagnostic(`processor: ${percent(server)} of a core; control without messages ${percent(control)}`)
  context.diagnostic(`relay: median ${median(ages.map((age) => age.median)).toFixed(1)} ms`)
  reportFigures(context, [
    { name: 'processor for a full bus', value: (server - control) * 100, goal: 10, unit: '% of a core' },
    { name: 'relay p99', value: median(ages.map(({ p99 }) => p99)), goal: 20, unit: 'ms' },
  ])
  assert.equal(await bus.metric('bus_dropped_messages_total'), 0)
})

test('a command reaches the wire while the bus is full', limit, async (context: TestContext) => {
  await using bus = await startAll()
  const seconds = inForm(9, 4)
  await Promise.all([
    bus.act('bus-owner', 'hear', { perSecond: fullBus, count: fullBus * seconds }),
    bus.act('bus-user', 'sendMany', { perSecond: 18, count: 18 * seconds }),
  ])
  const { outcomes, time } = await bus.sent('bus-user')
  assert.deepEqual(outcomes, { written: 18 * seconds })
  context.diagnostic(
    `command and answer: median ${time.median.toFixed(1)} ms, slowest ${time.max.toFixed(1)} ms`,
  )
  reportFigures(context, [{ name: 'command p99', value: time.p99, goal: 50, unit: 'ms' }])
})

test(
  'a user that floods the bus is held at 50 messages a second and disturbs nobody',
  limit,
  async (context) => {
    await using bus = await startAll()
    // Four times the limit, and no more than a plugin can do with a tenth of a processor: the server ends one that cannot.
    const flood = { perSecond: 200, count: 600 }
    const messages = 4 * 200
    const startedAt = performance.now()
    const [elapsedMs] = await Promise.all([
      bus.act('bus-user', 'sendMany', flood).then(() => performance.now() - startedAt),
      bus.act('bus-owner', 'hear', { perSecond: 200, count: messages }),
      bus.act('bus-user-two', 'sendMany', { perSecond: 18, count: 72 }),
    ])
    const { outcomes } = await bus.sent('bus-user')
    const written = (await bus.written()).filter(({ user }) => user === 'bus-user').length
    context.diagnostic(
      `${written} of ${flood.count} messages were written in ${(elapsedMs / 1_000).toFixed(1)} s`,
    )
    // Any second has at most 50, also the one that has just begun.
    assert.ok(written >= 50 && written <= 50 * Math.ceil(elapsedMs / 1_000), `${written} in ${elapsedMs} ms`)
    // On a busy machine the answer to a message may be late, which is no refusal.
    const { 'too-many-requests': held = 0, unconfirmed = 0, written: answered = 0, ...others } = outcomes
    assert.deepEqual(others, {})
    assert.equal(held + unconfirmed + answered, flood.count)
    assert.equal((await bus.sent('bus-user-two')).outcomes['too-many-requests'], undefined)
    // The flooding plugin itself may be too busy to read.
    for (const user of users.slice(1)) {
      const { count, gaps } = await until(
        () => bus.received(user),
        (seen) => seen.count >= messages,
      )
      assert.deepEqual({ count, gaps }, { count: messages, gaps: 0 }, user)
    }
  },
)

test(
  'a killed owner loses the bus at once, and sends nothing old when it is back',
  limit,
  async (context) => {
    await using bus = await BusBoat.start('bus-owner', 'bus-user')
    // Several messages wait to be written at any moment.
    await bus.configure('bus-owner', { writeMs: 150 })
    await until(
      () => bus.act('bus-user', 'send', { topic: '126208', to: null }),
      (outcome) => outcome === 'written',
    )
    await bus.act('bus-user', 'keepSending')
    const lostAfter: number[] = []
    const backAfter: number[] = []
    for (let round = 0; round < inForm(200, 5); round++) {
      await until(
        () => bus.written(),
        (written) => written.length > 1,
      )
      const { pid } = await bus.report('bus-owner')
      const killedAt = performance.timeOrigin + performance.now()
      process.kill(pid!, 'SIGKILL')
      const lost = await bus.event('bus-user', 'lost', killedAt)
      const back = await bus.event('bus-user', 'offered', lost.at)
      await bus.running('bus-owner')
      const written = await until(
        () => bus.written(),
        (seen) => seen.length > 0,
      )
      lostAfter.push(lost.at - killedAt)
      backAfter.push(back.at - killedAt)
      const old = written.filter(({ number }) => number <= back.number)
      assert.deepEqual(old, [], `sent before the bus was back (${back.number})`)
      assert.ok(back.number > lost.number, 'messages were tried while the bus was lost')
      // A person looks after it: the next restart is as quick as the first.
      await bus.post('bus-owner/enable')
    }
    const worst = (times: readonly number[]): string => `${Math.max(...times).toFixed(0)} ms`
    context.diagnostic(`lost after at most ${worst(lostAfter)}, back after at most ${worst(backAfter)}`)
    assert.ok(Math.max(...lostAfter) <= timeLimit(2_000))
    assert.ok(Math.max(...backAfter) <= timeLimit(3_000))
  },
)
