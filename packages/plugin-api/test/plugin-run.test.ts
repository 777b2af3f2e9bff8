import { MarineDataError } from '@marinedata/model'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startPlugin, type StartedPlugin, type StartOptions } from '#testing.ts'

const place = new URL('plugins/deck-hand.ts', import.meta.url)
const deckHand = async (options: StartOptions = {}): Promise<StartedPlugin> =>
  await startPlugin(place, options)

const fails = (code: string, message?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof MarineDataError, String(error))
  assert.equal(error.code, code, error.message)
  if (message) assert.match(error.message, message)
  return true
}

test('starts a plugin with its resolved settings and reports its status', async () => {
  await using hand = await deckHand({ settings: { greeting: 'Moin' } })
  assert.equal(hand.manifest.name, 'deck-hand')
  assert.deepEqual(await hand.act('settings'), { greeting: 'Moin', fails: false, lingers: false })
  assert.deepEqual(hand.status, { level: 'ok', message: 'Moin, vessels.urn:mrn:imo:mmsi:230099999' })
})

test('does not start a plugin with invalid settings', async () => {
  await assert.rejects(deckHand({ settings: { greeting: 7 } }), fails('invalid-settings', /greeting/))
  await assert.rejects(deckHand({ settings: { hat: 'on' } }), fails('invalid-settings', /hat/))
})

test('reports why a plugin cannot start', async () => {
  await assert.rejects(
    deckHand({ settings: { fails: true } }),
    fails('plugin-failed', /^The mop is missing$/),
  )
})

test('delivers published values with the plugin’s name as source', async () => {
  await using hand = await deckHand()
  const next = hand.next('deck.mop')
  await hand.act('publish', { path: 'deck.mop', value: 'wet' })
  assert.equal(await next, 'wet')
  assert.equal(hand.latest('deck.mop'), 'wet')
  const [delta] = hand.published
  assert.equal(delta?.updates[0]?.$source, 'deck-hand')
  assert.ok(Date.now() - Date.parse(delta.updates[0].timestamp) < 2_000)
})

test('refuses undeclared paths and logs the reason at once', async () => {
  await using hand = await deckHand()
  await hand.act('publish', { path: 'navigation.speedOverGround', value: 99 })
  await until(() => hand.logs.length > 0, Boolean, { what: 'a warning' })
  assert.deepEqual(hand.logs, [
    {
      level: 'warn',
      message:
        'Refused as undeclared-path: "navigation.speedOverGround"; add it to `writes.paths` in the manifest',
    },
  ])
  assert.equal(hand.refused[0]?.reason, 'undeclared-path')
  assert.equal(hand.latest('navigation.speedOverGround'), undefined)
})

test('a wait for a value fails with the list of refusals', async () => {
  await using hand = await deckHand()
  await hand.act('publish', { path: 'mast.height', value: 12 })
  await assert.rejects(hand.next('deck.mop', 100), fails('unconfirmed', /undeclared-path/))
})

test('delivers thousands of deltas in order without loss', async () => {
  await using hand = await deckHand()
  await hand.act('flood', 5_000)
  const counts = hand.published.map(({ updates }) => updates[0]?.values?.[0]?.value)
  assert.deepEqual(
    counts,
    Array.from({ length: 5_000 }, (_, index) => index),
  )
})

test('a plugin receives only what it subscribes to', async () => {
  await using hand = await deckHand()
  const news = (path: string, value: unknown) => ({ updates: [{ values: [{ path, value }] }] })
  assert.equal(hand.send([news('navigation.log', 1)]), 0)
  await hand.act('listen', { path: 'navigation.log', throws: false })
  const received = hand.next('deck.received')
  assert.equal(hand.send([news('navigation.log', 2), news('navigation.trip', 3)]), 1)
  const { context, updates } = (await received) as { context: string; updates: { values: unknown[] }[] }
  assert.equal(context, 'vessels.self')
  assert.deepEqual(updates[0]?.values, [{ path: 'navigation.log', value: 2 }])
  await hand.act('forget')
  assert.equal(hand.send([news('navigation.log', 4)]), 0)
})

test('refuses a subscription to an undeclared path', async () => {
  await using hand = await deckHand()
  await assert.rejects(
    hand.act('listen', { path: 'propulsion.*', throws: false }),
    fails('not-declared', /propulsion/),
  )
})

test('an error in a delta handler ends the plugin with its stack', async () => {
  const hand = await deckHand()
  await hand.act('listen', { path: 'navigation.*', throws: true })
  hand.send([{ updates: [{ values: [{ path: 'navigation.log', value: 2 }] }] }])
  const { code, stderrTail } = await hand.stop()
  assert.equal(code, 1)
  assert.match(stderrTail, /The hand fell overboard[^]*deck-hand\.ts/)
})

test('an unhandled rejection ends the plugin', async () => {
  const hand = await deckHand()
  await hand.act('reject').catch(() => undefined)
  const { code, stderrTail } = await hand.stop()
  assert.equal(code, 1)
  assert.match(stderrTail, /Nobody caught the line/)
})

test('an action returns a result, rejects with its own code, or fails with its own message', async () => {
  await using hand = await deckHand()
  assert.deepEqual(await hand.act('work', 0), { deadline: 1.5 })
  await assert.rejects(hand.act('refuse'), fails('busy', /sails are up/))
  await assert.rejects(hand.act('stumble'), fails('plugin-failed', /^The bucket is not a function$/))
  await until(() => hand.stderrLines.some((line) => line.includes('deck-hand.ts')), Boolean, {
    what: 'a stack',
  })
  await assert.rejects(hand.act('work', 'hard'), fails('invalid-body', /"work"/))
  await assert.rejects(hand.act('dance'), fails('not-found', /dance/))
  await assert.rejects(hand.act('toString'), fails('not-found'))
})

test('a cancelled command is aborted, and its handler’s answer is passed on', async () => {
  await using hand = await deckHand()
  const interrupted = hand.next('deck.interrupted')
  const taking = new AbortController()
  const work = hand.act('work', 30, { deadlineMs: 2_000, signal: taking.signal })
  // Once this request is answered, the command has started.
  await hand.act('settings')
  taking.abort()
  await assert.rejects(work, fails('rejected-by-device', /half way/))
  assert.equal(await interrupted, true)
})

test('a command that is cancelled before it is sent is never run', async () => {
  await using hand = await deckHand()
  await assert.rejects(
    hand.act('work', 30, { signal: AbortSignal.abort() }),
    fails('unconfirmed', /before it was sent/),
  )
})

test('aborts a command at its deadline', async () => {
  await using hand = await deckHand()
  const interrupted = hand.next('deck.interrupted')
  await assert.rejects(hand.act('work', 30, { deadlineMs: 100 }), fails('unconfirmed'))
  assert.equal(await interrupted, true)
})

test('answers for a handler that ignores its signal', async () => {
  await using hand = await deckHand()
  const taking = new AbortController()
  const work = hand.act('dawdle', 30, { deadlineMs: 30_000, signal: taking.signal })
  await hand.act('settings')
  taking.abort()
  // Answered because it was cancelled, not because of the deadline.
  await assert.rejects(work, fails('unconfirmed', /cancelled/))
})

test('registers, commands, reports and withdraws a device', async () => {
  await using hand = await deckHand()
  await hand.act('register', 'pilot-1')
  assert.deepEqual(hand.devices.get('pilot-1'), {
    kind: 'autopilot',
    details: { states: [], modes: [], operations: [] },
    reports: [],
    alarms: new Map(),
  })
  assert.deepEqual(await hand.command('pilot-1', { name: 'set-target', input: { target: 1 } }), {
    input: { target: 1 },
  })
  await assert.rejects(hand.command('pilot-1', { name: 'dance' }), fails('unsupported-action', /dance/))
  await assert.rejects(hand.command('pilot-2', { name: 'set-target' }), fails('device-not-found', /pilot-2/))
  await hand.act('report', { state: 'standby' })
  assert.deepEqual(hand.devices.get('pilot-1')?.reports, [{ state: 'standby' }])
  await hand.act('withdraw')
  assert.equal(hand.devices.size, 0)
  await assert.rejects(hand.command('pilot-1', { name: 'set-target' }), fails('device-not-found'))
})

test('a device raises alerts under the standard names', async () => {
  await using hand = await deckHand()
  await hand.act('register', 'pilot-1')
  await hand.act('notify', { name: 'xte', message: 'Off track' })
  const xte = { state: 'alert', method: ['sound'], message: 'Off track' }
  assert.deepEqual([...hand.devices.get('pilot-1')!.alarms], [['xte', xte]])
  await hand.act('withdraw')
  await assert.rejects(hand.act('notify', { name: 'xte', message: 'Off track' }), fails('device-not-found'))
})

test('raises and ends an alert, only where it is declared', async () => {
  await using hand = await deckHand()
  await hand.act('alarm', { path: 'notifications.deck.mop', message: 'Dry' })
  assert.equal(hand.notifications.get('notifications.deck.mop')?.message, 'Dry')
  await hand.act('alarm', { path: 'notifications.deck.mop', message: '' })
  assert.equal(hand.notifications.size, 0)
  await assert.rejects(
    hand.act('alarm', { path: 'notifications.mob', message: 'Help' }),
    fails('not-declared', /notifications\.mob/),
  )
})

test('stores values for the plugin', async () => {
  await using hand = await deckHand({ storage: { seen: 'land' } })
  assert.deepEqual(await hand.act('store', null), { seen: 'land', unseen: 'nothing' })
  assert.deepEqual(await hand.act('store', { seen: null, unseen: { whales: 3 } }), { unseen: { whales: 3 } })
  assert.deepEqual([...hand.storage], [['unseen', { whales: 3 }]])
})

test('stops a plugin on request and receives its last messages', async () => {
  const hand = await deckHand()
  const { code, signal } = await hand.stop()
  assert.deepEqual([code, signal], [0, null])
  assert.equal(hand.latest('deck.last'), true)
})

test('kills a plugin that does not stop', async () => {
  const hand = await deckHand({ settings: { lingers: true } })
  assert.equal((await hand.stop()).signal, 'SIGKILL')
})

test('redirects print to stderr', async () => {
  await using hand = await deckHand()
  await hand.act('print', 'Content-Length: 7\r\n\r\nHa')
  await until(
    () => hand.stderrLines.filter((line) => line.startsWith('Content-Length')).length === 2,
    Boolean,
    { what: 'the print' },
  )
  assert.equal(hand.noise.length, 0)
})

test('ignores other output on stdout', async () => {
  await using hand = await deckHand()
  const garbage = [
    '\x00\xff\xfe\x80\n',
    'Content-Length: 12\r\n\r\n{"jsonrpc":',
    'DEBUG '.repeat(500),
    'Content-Length: ',
  ]
  for (const text of garbage) {
    await hand.act('write', text)
    const next = hand.next('deck.mop')
    await hand.act('publish', { path: 'deck.mop', value: text.length })
    assert.equal(await next, text.length)
  }
  assert.ok(hand.noise.includes('DEBUG'))
  assert.ok(hand.noise.includes(0xff))
})

test('a plugin reads the granted file, no other, and writes none', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const chart = join(folder, 'chart.txt')
  const diary = join(folder, 'diary.txt')
  writeFileSync(chart, 'Here be dragons')
  writeFileSync(diary, 'Dear diary')
  await using hand = await deckHand({ settings: { chart } })
  assert.equal(await hand.act('read', chart), 'Here be dragons')
  const refused = fails('plugin-failed', /restricted|no such file/)
  for (const file of [diary, '/etc/passwd']) await assert.rejects(hand.act('read', file), refused)
  // The sandbox has a private /tmp.
  await hand.act('scribble', join(folder, 'note.txt')).catch(() => undefined)
  assert.deepEqual(readdirSync(folder), ['chart.txt', 'diary.txt'])
  await using stranger = await deckHand()
  await assert.rejects(stranger.act('read', chart), refused)
})
