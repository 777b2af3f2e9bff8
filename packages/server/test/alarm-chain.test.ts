import type { Alert, AlertCallList, AlertCompleted } from '@marinedata/model'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { BoatStore } from '../src/storage/boat-store.ts'
import { mustAlerts } from './alert-asking.ts'
import { askAnchor, boatsWatch, home } from './anchor-boat.ts'
import { getJson } from '@marinedata/testing/exchange'
import { PushPeer } from './push-peer.ts'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 600_000 }
const patienceMs = 750_000
const plugins = join(import.meta.dirname, '..', '..', '..', 'plugins')
/** The contract of the alarm chain, in milliseconds. */
const contract = { calledMs: 5_000, quietMs: 2_000 }

/** A program in place of the loudspeaker. It runs as long as the sound would, and notes when it sounds and is stopped. */
const recorder = `#!/bin/sh
note() { echo "$1 $(date +%s%3N)" >> "$MARINEDATA_PLUGIN_DATA/played"; }
trap 'note quiet; kill $!; exit 0' TERM
cat > "$MARINEDATA_PLUGIN_DATA/sound.wav"
note sound
sleep 10 &
wait
`

/** The hook ashore: notes every message and when it came. */
const startHook = async () => {
  const received: { readonly at: number; readonly text: string }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      received.push({ at: Date.now(), text })
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/aava`
  return { url, received, [Symbol.asyncDispose]: end }
}

const makeRecorder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marinedata-recorder-'))
  const player = join(folder, 'player')
  await writeFile(player, recorder)
  await chmod(player, 0o755)
  return { player, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** A boat with its anchor watch, a sounder, a sleeping phone and a hook ashore. */
const startChain = async () => {
  await using stack = new AsyncDisposableStack()
  const phone = stack.use(await PushPeer.start())
  const hook = stack.use(await startHook())
  const { player } = stack.use(await makeRecorder())
  const given = ['anchor-watch', 'sounder', 'outgoing-alerts'].map((name) => join(plugins, name))
  const boat = stack.use(
    await startBoat({
      settings: { name: 'Aava', push: { services: [phone.origin] } },
      plugins: { given },
      // Settings before the start: a changed setting would restart the plugin.
      prepare: async (folder) => {
        using store = new BoatStore(folder)
        await store.plugins.decide(boatsWatch.plugin, { settings: { ...boatsWatch.settings } })
        await store.plugins.decide('sounder', { settings: { player } })
        await store.plugins.decide('outgoing-alerts', { settings: { ntfy: hook.url, after: 0 } })
      },
    }),
  )
  await mustAlerts(boat.url, 'PUT push/annas-phone', phone.request('Phone'))
  await until(
    () => mustAlerts<readonly unknown[]>(boat.url, 'GET channels'),
    (channels) => channels.length === 3,
  )
  const played = async (): Promise<{ readonly event: string; readonly at: number }[]> => {
    const text = await readFile(join(boat.folder, 'plugin-data', 'sounder', 'played'), 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ event: line.split(' ')[0] ?? '', at: Number(line.split(' ')[1]) }))
  }
  const moved = stack.move()
  return { phone, hook, boat, url: boat.url, played, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

type Chain = Awaited<ReturnType<typeof startChain>>

/** When each leg was first called and last made quiet, in milliseconds after the given times. */
const legsOf = async ({ phone, hook, played }: Chain, raisedAt: number, answeredAt: number) => {
  const sounds = await played()
  const pushes = phone.received.map(({ at }) => performance.timeOrigin + at)
  const since = (from: number, legs: Record<string, number | undefined>): Record<string, number> =>
    Object.fromEntries(Object.entries(legs).map(([leg, at = NaN]) => [leg, Math.round(at - from)]))
  return {
    called: since(raisedAt, { push: pushes[0], sounder: sounds[0]?.at, hook: hook.received[0]?.at }),
    quiet: since(answeredAt, {
      push: pushes.at(-1),
      sounder: sounds.at(-1)?.at,
      hook: hook.received.at(-1)?.at,
    }),
  }
}

const isAnchorAlarm = ({ path, method }: Alert): boolean =>
  path.startsWith('notifications.navigation.anchor') && method.includes('sound')

/** Metres that the boat drags between two positions. */
const stepMetres = 0.5

/** Instruments that report the position of a boat which lies still or drags. */
const startInstruments = async (url: string) => {
  const listener = await StreamListener.open(url, '?subscribe=none')
  const boat = { latitude: home.latitude, isDragging: false }
  const timer = setInterval(() => {
    if (boat.isDragging) boat.latitude += stepMetres / 111_195
    listener.put('navigation.position', { ...home, latitude: boat.latitude })
    listener.put('navigation.headingTrue', 0.5)
  }, 200)
  const end = async (): Promise<void> => {
    clearInterval(timer)
    await listener[Symbol.asyncDispose]()
  }
  return { boat, [Symbol.asyncDispose]: end }
}

/** Lets the boat drag until the anchor alarm sounds. Returns the alert and when it was seen. */
const drag = async (
  url: string,
  boat: { isDragging: boolean },
): Promise<{ readonly alert: Alert; readonly seenAt: number }> => {
  for (const ask of ['POST drop', 'POST radius'])
    await until(
      () => askAnchor(url, ask, ask.endsWith('radius') ? { body: { value: 20 } } : {}),
      ({ status }) => status === 200,
      { timeoutMs: patienceMs },
    )
  boat.isDragging = true
  const alerts = await until(
    () => mustAlerts<Alert[]>(url, 'GET'),
    (list) => list.some(isAnchorAlarm),
    { timeoutMs: patienceMs },
  )
  const seenAt = Date.now()
  boat.isDragging = false
  return { alert: alerts.find(isAnchorAlarm)!, seenAt }
}

test(
  'an anchor alarm wakes the phone, the sounder and the hook, and one answer makes all quiet',
  limit,
  async (t) => {
    await using chain = await startChain()
    const { url, phone, hook, played } = chain
    await using instruments = await startInstruments(url)
    const { alert, seenAt } = await drag(url, instruments.boat)
    const receipts = await until(
      async () => (await mustAlerts<AlertCallList>(url, 'GET calls'))[0]?.receipts ?? [],
      (list) => list.length === 3 && list.every(({ state }) => state === 'accepted' || state === 'delivered'),
      { timeoutMs: patienceMs },
    )
    assert.deepEqual(
      receipts.map(({ channel, state }) => `${channel} ${state}`).toSorted((a, b) => a.localeCompare(b)),
      ['outgoing-alerts.ntfy accepted', 'push.annas-phone accepted', 'sounder delivered'],
    )
    const answeredAt = Date.now()
    await mustAlerts(url, `POST ${alert.id}/acknowledge`)
    await until(
      async () => [
        phone.received.at(-1)?.message.kind,
        (await played()).at(-1)?.event,
        hook.received.at(-1)?.text,
      ],
      ([push, sound, text]) =>
        push === 'quiet' && sound === 'quiet' && text?.startsWith('Acknowledged') === true,
      { timeoutMs: patienceMs },
    )
    const { called, quiet } = await legsOf(chain, seenAt, answeredAt)
    t.diagnostic(`called after ${JSON.stringify(called)} ms, quiet after ${JSON.stringify(quiet)} ms`)
    for (const [leg, ms] of Object.entries(called))
      assert.ok(ms <= timeLimit(contract.calledMs), `${leg}: called after ${ms} ms`)
    for (const [leg, ms] of Object.entries(quiet))
      assert.ok(ms <= timeLimit(contract.quietMs), `${leg}: quiet after ${ms} ms`)
    assert.match(hook.received[0]?.text ?? '', /(?:ALARM|EMERGENCY) aboard Aava/)
    assert.match(hook.received.at(-1)?.text ?? '', /Acknowledged by local/)
  },
)

test(
  'a test alarm goes the whole way and shows each leg with its time, on the stream, too',
  limit,
  async () => {
    await using chain = await startChain()
    const { url, phone } = chain
    const { alert } = await mustAlerts<AlertCompleted>(url, 'POST test')
    await until(
      () => phone.received.length,
      (count) => count === 1,
      { timeoutMs: patienceMs },
    )
    await mustAlerts(url, 'POST push/annas-phone/receipt', { call: alert.id })
    const [report] = await until(
      () => mustAlerts<AlertCallList>(url, 'GET calls'),
      ([call]) =>
        call?.receipts.length === 3 &&
        call.receipts.every(({ state }) => state === 'delivered' || state === 'accepted') &&
        call.receipts.some(({ channel, state }) => channel.startsWith('push.') && state === 'delivered'),
      { timeoutMs: patienceMs },
    )
    assert.deepEqual([report?.id, report?.test, report?.message], [alert.id, true, 'Test alarm by local'])
    assert.ok(report?.receipts.every(({ seconds }) => seconds >= 0))
    const receipts = JSON.stringify(report?.receipts)
    await until(
      () => getJson(url, '/marinedata/v1/api/vessels/self/communication/alertCall'),
      (published) => JSON.stringify(published).includes(receipts),
      { timeoutMs: patienceMs },
    )
    await mustAlerts(url, `POST ${alert.id}/acknowledge`)
    await until(
      () => mustAlerts<AlertCallList>(url, 'GET calls'),
      ([call]) => call !== undefined && call.endedAt !== null,
      { timeoutMs: patienceMs },
    )
  },
)
