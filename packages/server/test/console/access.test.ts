import type {
  Credential,
  FamilySwitchView,
  InvitationMade,
  PairingMade,
  PersonRole,
  Problem,
  TokenMade,
  Visitor,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { after, before, suite, test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { accessApi, Crew, owner } from '@marinedata/testing/boats/crew'
import { pilots, simulator } from '@marinedata/testing/boats/pilot-boat'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'
import { CuttableLine } from './cuttable-line.ts'
import {
  Browsers,
  eventually,
  part,
  titleOf,
  triedViews,
  type Guest,
  type View,
  suiteLimit,
} from './console-trial.ts'
import { seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 300_000 }
/** Where pictures go when they are taken. */
const pictures = process.env['MARINEDATA_PICTURES']

interface Asked {
  readonly status: number
  readonly problem: Problem
}

/** Sends a request from the page, with the cookies of its browser. */
const askFrom = (page: Page, ask: string, body?: object): Promise<Asked> =>
  page.evaluate(
    async ({ method, path, json }) => {
      const type = { 'content-type': 'application/json' }
      const response = await fetch(path, {
        method,
        ...(json !== undefined && { headers: type, body: json }),
      })
      return { status: response.status, problem: (await response.json()) as Problem }
    },
    {
      method: ask.split(' ')[0]!,
      path: ask.split(' ')[1]!,
      json: body === undefined ? undefined : JSON.stringify(body),
    },
  )

const whoIn = (page: Page): Promise<Visitor> =>
  page.evaluate(async (path) => (await (await fetch(path)).json()) as Visitor, `${accessApi}/me`)

/** The dark modules of a QR code, as the page draws them. */
const drawnLike = (text: string): string => {
  const { data } = encode(text, { ecc: 'M', border: 4 })
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

const showScreen = (page: Page, screen: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash
  }, `#/${screen}`)

/** A private network address of this machine that is not loopback. */
const addressAboard = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((list = []) => list)
    .map(({ address }) => address)
    .find((address) => /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd])/i.test(address))

suite('access', suiteLimit(400_000), () => {
  let crew: Crew
  let browsers: Browsers
  before(async () => {
    crew = await Crew.start({ plugins: { given: [simulator] } })
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await crew?.[Symbol.asyncDispose]()
  })

  const hasPilot = async (): Promise<void> => {
    await until(
      () => crew.ask('owner', `GET ${pilots}/_default`),
      ({ text }) => text.includes('"online":true'),
    )
  }

  /** Opens an entry page without being signed in. */
  const stranger = async (view: View, path: string, url = crew.url): Promise<Guest> => {
    const guest = await browsers.open({ url, view })
    await guest.page.goto(`${url}${path}`)
    return guest
  }

  const ownerAt = async (view: View, url = crew.url): Promise<Guest> => {
    const guest = await stranger(view, '/sign-in', url)
    await guest.page.getByLabel('Your name').fill(owner.name)
    await guest.page.getByLabel('Your pass-phrase').fill(owner.passphrase)
    await guest.page.getByRole('button', { name: 'Sign in' }).click()
    await part(guest.page, 'link').waitFor()
    return guest
  }

  const invited = async (view: View, name: string, role: PersonRole): Promise<Guest> => {
    const { code } = await crew.must<InvitationMade>(`POST ${accessApi}/invitations`, { role })
    const guest = await stranger(view, `/join#i=${code}`)
    await guest.page.getByLabel('Your name').fill(name)
    await guest.page.getByLabel('New pass-phrase').fill('eleven wet oilskins drying')
    await guest.page.getByRole('button', { name: 'Join' }).click()
    await part(guest.page, 'link').waitFor()
    return guest
  }

  /** Requests pairing and returns the digits shown. */
  const asksToPair = async ({ page }: Guest, name: string): Promise<string> => {
    await page.getByLabel('Name of this device').fill(name)
    await page.getByRole('button', { name: 'Request access' }).click()
    await part(page, 'pair-digits').waitFor()
    return (await part(page, 'pair-digits').textContent())!
  }

  const letsIn = async ({ page }: Guest, name: string, digits: string): Promise<void> => {
    await showScreen(page, 'access')
    const row = part(page, 'access-waiting').getByRole('listitem').filter({ hasText: name })
    await row.getByLabel('Code shown on the device').fill(digits)
    await row.getByLabel('Approve as').selectOption('crew')
    await row.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(`${name} approved as crew`).waitFor()
  }

  /** All buttons that command the autopilot. */
  const commandButtons = async ({ page }: Guest): Promise<[string, boolean][]> => {
    const buttons = page.locator(
      '[data-testid^="adj"], [data-testid^="mode-"], [data-testid="engage"], [data-testid="standby"], [data-testid="tack"], [data-testid="gybe"], [data-testid="dodge"]',
    )
    return buttons.evaluateAll((found) =>
      found.map((button): [string, boolean] => [
        button.getAttribute('data-testid')!,
        (button as HTMLButtonElement).disabled,
      ]),
    )
  }

  test(
    'a sensor asks by REST, and the owner approves it for the values that it may write',
    limit,
    async () => {
      const verifier = randomBytes(32).toString('base64url')
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const pairings = `POST ${accessApi}/pairings`
      const asked = await crew.ask('nobody', pairings, { body: { name: 'bilge-sensor', challenge } })
      const { id, digits } = JSON.parse(asked.text) as PairingMade
      await using captain = await ownerAt(triedViews[0]!)
      const { page } = captain
      await showScreen(page, 'access')
      const row = part(page, 'access-waiting').getByRole('listitem').filter({ hasText: 'bilge-sensor' })
      await row.getByLabel('Code shown on the device').fill(digits)
      assert.equal(await row.getByLabel('Values it may write').count(), 0)
      const name = row.locator('strong')
      assert.equal(await name.evaluate((one) => getComputedStyle(one).unicodeBidi), 'isolate')
      await row.getByLabel('Approve as').selectOption('Device')
      await row.getByLabel('Values it may write').fill('tanks.*, environment.inside.*')
      assert.deepEqual(await seriousFindings(page), [])
      assert.deepEqual(await smallControls(page), [])
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/access-device.png` })
      await row.getByRole('button', { name: 'Approve' }).click()
      await page.getByText('bilge-sensor approved as Device').waitFor()
      const collected = await crew.ask('nobody', `${pairings}/${id}/collect`, { body: { verifier } })
      const { credential } = JSON.parse(collected.text) as TokenMade
      assert.equal(credential.role, 'device')
      assert.deepEqual(credential.paths, ['tanks.*', 'environment.inside.*'])
    },
  )

  test('the switch for apps of Signal K is disabled where the settings decide', limit, async () => {
    await using fixed = await Crew.start({ settings: { family: true } })
    await using captain = await ownerAt(triedViews[0]!, fixed.url)
    await showScreen(captain.page, 'access')
    const card = part(captain.page, 'access-family')
    await card.getByText('They are served. The settings of the server decide this.').waitFor()
    const key = card.getByRole('switch', { name: 'Apps for Signal K' })
    assert.deepEqual([await key.getAttribute('aria-checked'), await key.isDisabled()], ['true', true])
    assert.deepEqual(await seriousFindings(captain.page), [])
  })

  test('the owner lets one app change things with its token in the address', limit, async () => {
    await using fixed = await Crew.start({ settings: { family: true } })
    const login = { body: { username: owner.name, password: owner.passphrase } }
    assert.equal((await fixed.ask('nobody', 'POST /signalk/v1/auth/login', login)).status, 200)
    const apps = async (): Promise<(string | undefined)[]> =>
      (await fixed.must<Credential[]>(`GET ${accessApi}/credentials`))
        .map(({ tokenInAddress }) => tokenInAddress)
        .filter((known) => known !== undefined)
    assert.deepEqual(await apps(), ['read'])
    for (const view of triedViews) {
      await using captain = await ownerAt(view, fixed.url)
      const { page } = captain
      await showScreen(page, 'access')
      const ticks = part(page, 'access-credentials').getByRole('checkbox')
      await ticks.first().waitFor()
      assert.equal(await ticks.count(), 1, 'only the app has one')
      assert.equal(await ticks.isChecked(), false)
      await ticks.click()
      await page.getByText(`${owner.name} may change things with its token in the address.`).waitFor()
      assert.deepEqual(await apps(), ['all'])
      assert.equal(await ticks.isChecked(), true)
      assert.deepEqual(await seriousFindings(page), [])
      assert.deepEqual(await smallControls(page), [])
      await ticks.scrollIntoViewIfNeeded()
      if (pictures !== undefined)
        await page.screenshot({
          path: `${pictures}/access-address-${titleOf(view).replaceAll(/\W+/g, '-')}.png`,
        })
      await ticks.click()
      await page.getByText(`${owner.name} may only read with its token in the address.`).waitFor()
      assert.deepEqual(await apps(), ['read'])
    }
  })

  for (const view of triedViews) {
    test(
      `S1 ${titleOf(view)}: a viewer has no enabled command, reads why, and a request is refused with a text`,
      limit,
      async () => {
        const name = `Vera on ${titleOf(view)}`
        await hasPilot()
        await using guest = await invited(view, name, 'viewer')
        await part(guest.page, 'engage').getByText('View only: you cannot steer').waitFor()
        await part(guest.page, 'mode-compass').waitFor()
        const atRest = await commandButtons(guest)
        for (const id of ['adj-10', 'adj-1', 'adj+1', 'adj+10', 'engage'])
          assert.ok(
            atRest.some(([known]) => known === id),
            `${id} is there`,
          )
        assert.deepEqual(
          atRest.filter(([, isDisabled]) => !isDisabled),
          [],
        )
        await crew.must(`POST ${pilots}/_default/engage`)
        await part(guest.page, 'pilot-state').getByText('ENGAGED').waitFor()
        assert.deepEqual(
          (await commandButtons(guest)).filter(([, isDisabled]) => !isDisabled),
          [],
        )
        const { status, problem } = await askFrom(guest.page, `PUT ${pilots}/_default/target`, {
          value: 1,
        })
        assert.equal(status, 403)
        assert.equal(problem.code, 'forbidden')
        assert.equal(
          problem.detail,
          `Steering requires the role helm or owner. "${name}" has the role viewer. An owner can change roles`,
        )
        await crew.must(`POST ${pilots}/_default/disengage`)
      },
    )

    test(
      `S2 ${titleOf(view)}: a new device shows six digits, the owner enters them, and it becomes crew`,
      limit,
      async () => {
        await using captain = await ownerAt(view)
        await using device = await stranger(view, '/pair')
        const name = `Plotter of ${titleOf(view)}`
        const digits = await asksToPair(device, name)
        assert.match(digits, /^[0-9]{3} [0-9]{3}$/)
        await letsIn(captain, name, digits)
        await part(device.page, 'link').waitFor()
        const { name: called, roles } = await whoIn(device.page)
        assert.deepEqual([called, roles], [name, ['crew']])
        await showScreen(device.page, 'settings')
        await device.page.getByText(`${name} · Crew`).waitFor()
        assert.deepEqual(await seriousFindings(captain.page), [])
        assert.deepEqual(await smallControls(captain.page), [])
      },
    )

    test(
      `S2 ${titleOf(view)}: the QR code of an invitation is its link, which one person can use`,
      limit,
      async () => {
        await using captain = await ownerAt(view)
        await showScreen(captain.page, 'access')
        await captain.page.getByLabel('Invite as').selectOption('crew')
        await captain.page.getByRole('button', { name: 'Create link' }).click()
        const link = (await captain.page.getByRole('link', { name: '/join#i=' }).textContent())!
        const drawn = await captain.page.getByRole('img', { name: 'QR' }).locator('path').getAttribute('d')
        assert.equal(drawn, drawnLike(link))
        // The link contains an address of the boat's network, which this machine may not have.
        await using guest = await stranger(view, `/join#${new URL(link).hash.slice(1)}`)
        await guest.page.getByLabel('Your name').fill(`Bo on ${titleOf(view)}`)
        await guest.page.getByLabel('New pass-phrase').fill('eleven wet oilskins drying')
        await guest.page.getByRole('button', { name: 'Join' }).click()
        await part(guest.page, 'link').waitFor()
        assert.deepEqual((await whoIn(guest.page)).roles, ['crew'])
      },
    )

    test(
      `the owner withdraws an invitation, whose link is not valid then (${titleOf(view)})`,
      limit,
      async () => {
        await using captain = await ownerAt(view)
        await showScreen(captain.page, 'access')
        await captain.page.getByLabel('Invite as').selectOption('helm')
        await captain.page.getByRole('button', { name: 'Create link' }).click()
        const link = (await captain.page.getByRole('link', { name: '/join#i=' }).textContent())!
        const open = part(captain.page, 'access-invitations')
          .getByRole('listitem')
          .filter({ hasText: 'Helm' })
        await open.getByRole('button', { name: 'Withdraw' }).click()
        await open.getByRole('button', { name: 'Press again' }).click()
        await captain.page.getByRole('status').filter({ hasText: 'Invitation withdrawn: Helm' }).waitFor()
        assert.equal(await open.count(), 0)
        assert.equal(await captain.page.getByRole('link', { name: '/join#i=' }).count(), 0)
        const body = {
          code: new URL(link).hash.slice(3),
          name: 'Eve',
          passphrase: 'eleven wet oilskins drying',
        }
        assert.equal((await crew.ask('nobody', `POST ${accessApi}/join`, { body })).status, 401)
      },
    )

    test(`S3 ${titleOf(view)}: a revoked device is signed out within two seconds`, limit, async () => {
      const name = `Rolf on ${titleOf(view)}`
      await using captain = await ownerAt(view)
      await using guest = await invited(view, name, 'helm')
      await eventually(
        'the line is live',
        async () => (await part(guest.page, 'link').getAttribute('data-state')) === 'live',
      )
      await showScreen(captain.page, 'access')
      const row = part(captain.page, 'access-credentials').getByRole('listitem').filter({ hasText: name })
      await row.getByRole('button', { name: 'Revoke' }).click()
      await row.getByRole('button', { name: 'Press again' }).click()
      const isOut = async (): Promise<boolean> => guest.page.getByText('You are not signed in').isVisible()
      await eventually('it is signed out', isOut, 2_000)
      assert.equal(await part(guest.page, 'helm-dial').count(), 0)
    })

    test(`the owner permits commands from ashore, and stops them (${titleOf(view)})`, limit, async () => {
      await using guest = await ownerAt(view)
      const { page } = guest
      await showScreen(page, 'access')
      const card = part(page, 'access-shore')
      await card.getByText('Remote users can only look.').waitFor()
      const permit = card.getByRole('button')
      await permit.click()
      await permit.click()
      await card.getByText('Ends in 15 min without a command.').waitFor()
      assert.deepEqual(await seriousFindings(page), [])
      const { open } = await crew.must<{ readonly open: boolean }>(`GET ${accessApi}/shore-session`)
      assert.equal(open, true)
      await showScreen(page, 'alerts')
      await page.getByText('People ashore can command this boat').first().waitFor()
      await showScreen(page, 'access')
      await card.getByRole('button', { name: 'Stop' }).click()
      await card.getByText('Remote users can only look.').waitFor()
    })

    test(`the owner serves apps of Signal K from the next start on (${titleOf(view)})`, limit, async () => {
      await using guest = await ownerAt(view)
      const { page } = guest
      await showScreen(page, 'access')
      const card = part(page, 'access-family')
      await card.getByText('They are not served.').waitFor()
      const key = card.getByRole('switch', { name: 'Apps for Signal K' })
      assert.equal(await key.getAttribute('aria-checked'), 'false')
      await key.click()
      await card.getByText('They are served after the next start of the server.').waitFor()
      await page.getByText('Saved. Restart the server to apply it.').waitFor()
      assert.equal(await key.getAttribute('aria-checked'), 'true')
      assert.deepEqual(await seriousFindings(page), [])
      assert.deepEqual(await smallControls(page), [])
      await card.scrollIntoViewIfNeeded()
      if (pictures !== undefined)
        await page.screenshot({
          path: `${pictures}/access-family-${titleOf(view).replaceAll(/\W+/g, '-')}.png`,
        })
      const { wanted } = await crew.must<FamilySwitchView>(`GET ${accessApi}/family`)
      assert.equal(wanted, true)
      await key.click()
      await card.getByText('They are not served.').waitFor()
    })

    test(`on a lost connection access can be read and not changed (${titleOf(view)})`, limit, async () => {
      await using line = await CuttableLine.to(crew.url)
      await using guest = await ownerAt(view, line.url)
      await showScreen(guest.page, 'access')
      const buttons = part(guest.page, 'access-people').getByRole('button')
      await buttons.first().waitFor()
      assert.equal(await buttons.first().isEnabled(), true)
      line.cut()
      await eventually('nothing can be done', async () => await buttons.first().isDisabled(), 8_000)
      await part(guest.page, 'access-people').getByText(owner.name).first().waitFor()
    })

    test(
      `S4 ${titleOf(view)}: without an owner, a client on the boat’s network cannot steer`,
      limit,
      async (context: TestContext) => {
        const address = addressAboard()
        if (address === undefined) return context.skip('this machine is in no network like a boat’s')
        await using boat = await startBoat({ isOpen: false })
        const host = address.includes(':') ? `[${address}]` : address
        const url = boat.url.replace('127.0.0.1', host)
        await using guest = await browsers.open({ url, view })
        await guest.page.getByText('This boat has no owner yet').waitFor()
        assert.deepEqual(await commandButtons(guest), [])
        const target = await askFrom(guest.page, `PUT ${pilots}/_default/target`, { value: 1 })
        const engaging = await askFrom(guest.page, `POST ${pilots}/_default/engage`)
        for (const { status, problem } of [target, engaging]) {
          assert.equal(status, 401)
          assert.equal(problem.code, 'unauthenticated')
          assert.match(problem.detail, /\w+ \w+/)
        }
        // The boat cannot be claimed over an unencrypted connection, either.
        await guest.page.goto(`${url}/claim#c=ABCDEFGHJK`)
        await guest.page.getByRole('link', { name: 'Open this page over https' }).waitFor()
      },
    )
  }
})
