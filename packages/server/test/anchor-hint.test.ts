import type { Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askAnchor, boatsWatch, home } from './anchor-boat.ts'
import { BoatStore } from '../src/storage/boat-store.ts'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const hintPath = 'notifications.navigation.anchor'
const feedMs = 200
/** Metres per second; fast, to keep the test short. */
const speed = 28
const voyage = 330
const metresPerDegree = 111_195

const keepSettings = async (folder: string): Promise<void> => {
  using store = new BoatStore(folder)
  void store.plugins.decide(boatsWatch.plugin, { settings: { ...boatsWatch.settings, hintAfter: 2 } })
}

test(
  'a boat that arrives and stops gets a visual hint to set the watch, once, which ends when it is set',
  limit,
  async () => {
    await using boat = await startBoat({ plugins: { given: [boatsWatch.place] }, prepare: keepSettings })
    await until(
      () => askAnchor(boat.url, 'GET'),
      ({ text }) => text.includes('"confirmed":true'),
    )
    await using teller = await StreamListener.open(boat.url, '?subscribe=none')
    await using listener = await StreamListener.open(boat.url)
    const reported = (): Notification[] => listener.valuesAt(hintPath) as Notification[]
    const startedAt = performance.now()
    const arrival = Promise.withResolvers<void>()
    const show = (): void => {
      const way = Math.min(voyage, (speed * (performance.now() - startedAt)) / 1_000)
      const waver = (performance.now() % 7) / 10_000_000
      const latitude = home.latitude - (voyage - way) / metresPerDegree + waver
      teller.put('navigation.position', { ...home, latitude })
      teller.put('environment.depth.belowSurface', 6)
      if (way === voyage) arrival.resolve()
    }
    using stack = new DisposableStack()
    const timer = setInterval(show, feedMs)
    stack.defer(() => clearInterval(timer))

    const isHint = ({ state }: Notification): boolean => state === 'alert'
    await arrival.promise
    assert.ok(!reported().some(isHint), 'not before it has come in')
    const hint = (await until(reported, (hints) => hints.some(isHint))).find(isHint)
    assert.deepEqual(
      [hint?.method, hint?.message],
      [['visual'], 'The boat has come to rest in 6 m of water and no anchor watch is set'],
    )
    // Five reports later the hint has not been repeated.
    for (let report = 0; report < 5; report++) {
      listener.forget()
      await listener.firstAt('navigation.anchor.state')
      assert.deepEqual(reported(), [])
    }
    listener.forget()
    assert.equal((await askAnchor(boat.url, 'POST drop')).status, 200)
    const { value } = await listener.firstAt(hintPath)
    assert.equal((value as Notification).state, 'normal')
  },
)
