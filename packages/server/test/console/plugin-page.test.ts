import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { accessApi, Crew, owner } from '@marinedata/testing/boats/crew'
import { Browsers, part } from './console-trial.ts'

const limit = { timeout: 300_000 }
const paged = join(import.meta.dirname, '..', 'plugins', 'paged.ts')

interface Trial {
  readonly got?: string
  readonly refused?: string
}

test(
  'the Devices screen opens the page of a plugin, which works and can do nothing else',
  limit,
  async () => {
    await using crew = await Crew.start({ plugins: { given: [paged] } })
    const body = { ...owner, keep: 'cookie' }
    const signedIn = await crew.ask('nobody', `POST ${accessApi}/sign-in`, { body })
    const [name = '', value = ''] = signedIn.headers['set-cookie']![0]!.split(';')[0]!.split('=')
    await using browsers = await Browsers.start()
    const cookie = { name, value, url: crew.url, sameSite: 'Strict', httpOnly: true } as const
    await using guest = await browsers.open({ url: crew.url, screen: 'devices', cookies: [cookie] })
    const card = guest.page.locator('[data-testid="plugin-paged"][data-state="running"]')
    await card.waitFor()
    const opening = guest.context.waitForEvent('page')
    await part(guest.page, 'plugin-page-paged').click()
    const page = await opening
    await page.locator('body[data-trials]').waitFor()
    assert.match(new URL(page.url()).pathname, /^\/plugins\/paged\/pages\/[A-Za-z0-9_-]{22}\/$/)

    const trials = JSON.parse((await page.locator('body').getAttribute('data-trials'))!) as Record<
      string,
      Trial
    >
    const succeeded = Object.entries(trials).filter(([, { refused }]) => refused === undefined)
    assert.deepEqual(succeeded, [['origin', { got: 'null' }]])
    assert.equal(Object.keys(trials).length, 12)
    const kept = await guest.context.cookies(crew.url)
    assert.deepEqual(
      kept.map((each) => [each.name, each.value]),
      [[name, value]],
    )
    const log = await crew.must<{ restarts: number }>('GET /marinedata/v2/api/plugins/paged')
    assert.equal(log.restarts, 0)

    const colour = "getComputedStyle(document.querySelector('h1')).color"
    assert.equal(await page.evaluate(colour), 'rgb(1, 2, 3)')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('output:not(:empty)').waitFor()
    assert.deepEqual(JSON.parse((await page.locator('output').textContent())!), {
      method: 'POST',
      path: 'echo',
      query: { from: 'page' },
      role: 'owner',
      body: { level: 0.5 },
    })

    // The server starts again and knows no pass any more: a reload gets another one.
    const before = page.url()
    await crew.boat.restart()
    await page.reload()
    await page.locator('h1', { hasText: 'Tanks' }).waitFor()
    assert.notEqual(page.url(), before)

    // Signed out, the page is gone.
    await crew.ask('nobody', `POST ${accessApi}/sign-out`, { headers: { cookie: `${name}=${value}` } })
    assert.equal((await page.reload())?.status(), 401)
  },
)
