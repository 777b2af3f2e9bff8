import type { AutopilotListEntry } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { getJson } from '../exchange.ts'
import { PilotBoat, pilots } from '../pilot-boat.ts'
import { Browsers, eventually, part, titleOf, triedViews, type Guest } from './console-trial.ts'
import { seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 60_000 }

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

suite('developer screen', { timeout: 300_000 }, () => {
  let boat: PilotBoat
  let browsers: Browsers
  before(async () => {
    boat = await PilotBoat.start()
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  for (const view of triedViews) {
    const opened = (rest: string): Promise<Guest> =>
      browsers.open({ url: boat.url, view, screen: `developer/${rest}` })
    const textOf = async ({ page }: Guest, testId: string): Promise<string> =>
      (await part(page, testId).textContent()) ?? ''

    test(`E1 ${titleOf(view)}: every API operation is listed and can be filtered`, limit, async () => {
      await using guest = await opened('requests')
      const { paths } = await getJson<OpenApi>(boat.url, '/marinedata/v2/api/openapi.json')
      const wanted = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      await part(guest.page, 'endpoint').first().waitFor()
      const listed = await part(guest.page, 'endpoint').evaluateAll((rows) =>
        rows.map((row) => `${row.getAttribute('data-method')} ${row.getAttribute('data-path')}`),
      )
      assert.deepEqual(listed.toSorted(), wanted.toSorted())
      await part(guest.page, 'endpoint-filter').fill('put target adjust')
      await eventually('one is found', async () => (await part(guest.page, 'endpoint').count()) === 1)
      assert.deepEqual(await smallControls(guest.page), [])
      assert.deepEqual(await seriousFindings(guest.page), [])
      assert.deepEqual(guest.complaints, [])
    })

    test(
      `E2 ${titleOf(view)}: a request for the autopilots shows status 200 and the body`,
      limit,
      async () => {
        await using guest = await opened('requests')
        await guest.page.locator(`[data-testid="endpoint"][data-method="GET"][data-path="${pilots}"]`).click()
        await part(guest.page, 'request-send').click()
        await eventually('200', async () => (await textOf(guest, 'answer-status')) === '200')
        const shown = JSON.parse(await textOf(guest, 'answer-body')) as AutopilotListEntry
        assert.deepEqual(Object.keys(shown).toSorted(), ['main', 'spare'])
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(`E2 ${titleOf(view)}: the shown curl command returns the same`, limit, async () => {
      await using guest = await opened('requests/getAutopilots')
      await part(guest.page, 'request-texts').click()
      const command = await textOf(guest, 'request-curl')
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { timeout: 10_000 })
      assert.deepEqual(Object.keys(JSON.parse(stdout) as AutopilotListEntry).toSorted(), ['main', 'spare'])
      assert.match(
        await textOf(guest, 'request-typescript'),
        /client\.call\('GET', 'vessels\/self\/autopilots'\)/,
      )
    })

    test(
      `E3 ${titleOf(view)}: an invalid target is refused with 400 and its code, after a second press`,
      limit,
      async () => {
        await using guest = await opened('requests/setAutopilotTarget')
        const send = part(guest.page, 'request-send')
        assert.equal(await part(guest.page, 'parameter-id').inputValue(), '_default')
        await part(guest.page, 'request-body').fill('{"value": "north"}')
        const isSent = (): boolean => guest.requests.some((request) => request.startsWith('PUT'))
        await send.click()
        await guest.page.getByText('Press again: PUT').waitFor()
        assert.equal(isSent(), false)
        await send.click()
        await eventually('400', async () => (await textOf(guest, 'answer-status')) === '400')
        assert.equal(await textOf(guest, 'answer-code'), 'invalid-body')
        assert.match(await textOf(guest, 'answer-body'), /"code": "invalid-body"/)
        await part(guest.page, 'parameter-id').fill('')
        assert.equal(await send.isDisabled(), true)
        // The browser logs every error response, and nothing else.
        assert.ok(
          guest.complaints.every((complaint) => /status of 400/.test(complaint)),
          guest.complaints.join(),
        )
      },
    )

    test(
      `E4 ${titleOf(view)}: the stream shows at least five deltas a second, can be filtered and paused`,
      limit,
      async () => {
        await using guest = await opened('stream')
        const rows = part(guest.page, 'stream-row')
        await eventually(
          'five a second',
          async () => Number(await part(guest.page, 'stream-rate').getAttribute('data-rate')) >= 5,
        )
        await part(guest.page, 'stream-filter').fill('navigation.speedOverGround')
        await eventually('only what is asked for', async () => {
          const texts = await rows.allTextContents()
          return texts.length > 0 && texts.every((text) => text.includes('navigation.speedOverGround'))
        })
        await part(guest.page, 'stream-pause').click()
        const still = await rows.allTextContents()
        await guest.page.waitForTimeout(1_200)
        assert.deepEqual(await rows.allTextContents(), still)
        await part(guest.page, 'stream-pause').click()
        await eventually('it goes on', async () => (await rows.first().textContent()) !== still[0])
        assert.deepEqual(await seriousFindings(guest.page), [])
        assert.deepEqual(guest.complaints, [])
      },
    )

    test(`every problem is listed, ${titleOf(view)}, with the requests that return it`, limit, async () => {
      await using guest = await opened('problems')
      const held = guest.page.locator('[data-testid="problem"][data-code="helm-held"]')
      await held.getByText(/^Requests that return this: \d+$/).click()
      await held.getByRole('link', { name: /PUT .*\/target$/ }).click()
      await part(guest.page, 'request-body').waitFor()
      assert.deepEqual(guest.complaints, [])
    })
  }
})
