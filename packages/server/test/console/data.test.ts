import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import type { DeltaStream } from '@marinedata/client'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { Browsers, eventually, part, titleOf, triedViews, type Guest, suiteLimit } from './console-trial.ts'
import { timeLimit } from '@marinedata/testing/time-limit'

const limit = { timeout: 300_000 }
const pathCount = 1_000
const perDelta = 250
const feedMs = 200

/** A boat with a thousand values; two of them change all the time and have two sources each. */
class FullBoat implements AsyncDisposable {
  readonly boat: Boat
  readonly #stream: DeltaStream
  readonly #feeding: ReturnType<typeof setInterval>

  private constructor(boat: Boat, stream: DeltaStream) {
    this.boat = boat
    this.#stream = stream
    this.#feeding = setInterval(() => this.#feed(), feedMs)
  }

  static async start(): Promise<FullBoat> {
    const boat = await startBoat()
    const stream = boat.client.stream({ subscribe: 'none' })
    await stream.opened()
    const paths = Array.from({ length: pathCount }, (_, at) => ({
      path: `tanks.fuel.t${at}.level`,
      value: at,
    }))
    for (let from = 0; from < pathCount; from += perDelta)
      stream.send({ updates: [{ $source: 'tanks.1', values: paths.slice(from, from + perDelta) }] })
    return new FullBoat(boat, stream)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#feeding)
    await this.#stream.close()
    await this.boat[Symbol.asyncDispose]()
  }

  #feed(): void {
    const path = 'environment.wind.speedApparent'
    this.#stream.send({ updates: [{ $source: 'mast.1', values: [{ path, value: 7 + Math.random() }] }] })
    this.#stream.send({ updates: [{ $source: 'mast.2', values: [{ path, value: 9 }] }] })
    this.#stream.send({
      updates: [{ $source: 'log.1', values: [{ path: 'navigation.speedThroughWater', value: 3.25 }] }],
    })
  }
}

suite('the data browser', suiteLimit(300_000), () => {
  let full: FullBoat
  let browsers: Browsers
  before(async () => {
    full = await FullBoat.start()
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await full?.[Symbol.asyncDispose]()
  })

  for (const view of triedViews) {
    const opened = async (): Promise<Guest> => {
      const guest = await browsers.open({ url: full.boat.url, view, screen: 'data' })
      await eventually(
        'all values are there',
        async () =>
          Number.parseInt((await part(guest.page, 'data-count').textContent()) ?? '0', 10) > pathCount,
      )
      return guest
    }
    const rows = (guest: Guest, filter = '') => guest.page.locator(`[data-testid="data-row"]${filter}`)

    test(
      `D1 ${titleOf(view)}: at most 60 of a thousand values are rendered, and a filter takes 200 ms at most`,
      limit,
      async () => {
        await using guest = await opened()
        assert.ok((await rows(guest).count()) <= 60)
        const took = await guest.page.evaluate(async () => {
          const field = document.querySelector<HTMLInputElement>('[data-testid="data-filter"]')!
          const startedAt = performance.now()
          field.value = 'wind'
          field.dispatchEvent(new Event('input', { bubbles: true }))
          while (
            [...document.querySelectorAll('[data-testid="data-row"]')].some(
              (row) => !row.textContent.includes('wind'),
            )
          )
            await new Promise(requestAnimationFrame)
          return performance.now() - startedAt
        })
        assert.ok(took <= timeLimit(200), `${took} ms`)
        assert.equal(await rows(guest).count(), 2)
        await part(guest.page, 'data-filter').fill('t999')
        await eventually(
          'one of the last',
          async () => (await rows(guest, '[data-path="tanks.fuel.t999.level"]').count()) === 1,
        )
      },
    )

    test(`D2 ${titleOf(view)}: values and ages update, and stop while paused`, limit, async () => {
      await using guest = await opened()
      await part(guest.page, 'data-filter').fill('wind mast.1')
      const value = rows(guest).first().locator('[data-testid="data-value"]')
      const first = await value.textContent()
      await eventually('the value moves', async () => (await value.textContent()) !== first)
      await eventually('a rate is known', async () =>
        /[0-9.]+ Hz/.test(
          (await rows(guest).first().locator('[data-testid="data-rate"]').textContent()) ?? '',
        ),
      )
      await part(guest.page, 'data-pause').click()
      const still = await value.textContent()
      await guest.page.waitForTimeout(1_200)
      assert.equal(await value.textContent(), still)
      await part(guest.page, 'data-pause').click()
      await eventually('it moves again', async () => (await value.textContent()) !== still)
    })

    test(`D3 ${titleOf(view)}: the shown curl command returns the shown value`, limit, async () => {
      await using guest = await opened()
      await part(guest.page, 'data-filter').fill('speedThroughWater')
      await rows(guest).first().click()
      const command = (await part(guest.page, 'data-curl').textContent())!
      const [program = '', ...words] = command.split(' ')
      assert.equal(program, 'curl')
      const { stdout } = await promisify(execFile)(program, words, { timeout: 60_000 })
      assert.equal(stdout.trim(), '3.25')
      assert.match((await rows(guest).first().textContent())!, /3\.25/)
    })

    test(`D4 ${titleOf(view)}: the preferred one of two sources is marked`, limit, async () => {
      await using guest = await opened()
      await part(guest.page, 'data-filter').fill('speedApparent')
      await eventually('one is marked', async () => (await rows(guest, '[data-winner="true"]').count()) === 1)
      const leaf = await full.boat.client.get('vessels/self/environment/wind/speedApparent')
      assert.equal(await rows(guest, '[data-winner="true"]').getAttribute('data-source'), leaf.$source)
      assert.equal(await rows(guest).count(), 2)
    })
  }
})
