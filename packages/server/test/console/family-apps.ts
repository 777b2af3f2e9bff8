/**
 * Runs real apps of the Signal K family, unmodified and in pinned versions, against a closed boat, and then the tests of
 * devices, MQTT, attacks and cost. Prints one JSON line for each, and fails when one of them fails. `--quick` runs one app
 * and the client library, `--only NAME` one line, and `--side-by-side` compares the answers of the boat with those of
 * signalk-server.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { askBoat, claimBoat, claimCodeOf, owner } from '@marinedata/testing/boats/crew'
import { runCli, startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { until } from '@marinedata/testing/until'
import { runClient } from './family-client.ts'
import { freeboard } from './family-freeboard.ts'
import { kip } from './family-kip.ts'
import { runSideBySide } from './family-side-by-side.ts'
import { runFamilySuite, suites, type SuiteName } from './family-suites.ts'
import { checkOk, root, self, tryApp, type App } from './family-trial.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, 'side-by-side': { type: 'boolean' } },
})
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'
/** The boat, places of interest, and the weather. */
const plugins = [
  'plugins/simulator',
  'examples/plugins/harbours.ts',
  'packages/server/test/plugins/forecaster.ts',
]
const settings = { family: true, mmsi: '230000001', name: 'Aava', apps: { port: 0 } } as const

/** This app has no form to sign in. It uses the sign-in of the other apps of its port. */
const instrumentPanel: App = {
  name: 'instrumentpanel',
  package: '@signalk/instrumentpanel@0.26.0',
  acts: async ({ page, shoot, traffic }) => {
    const app = page.url()
    const signedIn = page.waitForResponse(/\/signalk\/v1\/auth\/login$/)
    await page.evaluate(async ({ name, passphrase }) => {
      const body = JSON.stringify({ username: name, password: passphrase })
      await fetch('/signalk/v1/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    }, owner)
    await checkOk(await signedIn)
    await page.goto(app)
    await page.reload()
    await page.getByText('navigation.position', { exact: true }).first().waitFor()
    await shoot('open')
    const before = traffic.own
    await until(() => traffic.own >= before + 20, Boolean, { what: 'a live stream of the own vessel' })
    await shoot('live')
  },
}

const apps: readonly App[] = [kip, freeboard, instrumentPanel]

const registry = (): string =>
  process.env['npm_config_registry'] ??
  execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()

const install = async (app: App, folder: string): Promise<void> => {
  const { code, stderr } = await runCli('apps', 'add', app.package, '--data', folder)
  if (code !== 0) throw new Error(`${app.package} was not installed: ${stderr}`)
}

const raising =
  (url: string, token: string) =>
  async (message: string): Promise<void> => {
    const body = { path: 'notifications.bilge.level', state: 'alarm', message }
    const { status, text } = await askBoat(url, 'POST /marinedata/v2/api/notifications', { token, body })
    if (status !== 200) throw new Error(`The alarm was not raised: ${text}`)
  }

const runApps = async (): Promise<boolean> => {
  process.env['npm_config_registry'] = registry()
  const chosen = apps.filter(
    ({ name }) => (values.only ?? name) === name && (values.quick !== true || name === 'kip'),
  )
  await using folder = await temporaryFolder()
  // The port of the apps is opened when there is one. The client library runs in a page of that port.
  for (const app of chosen.length === 0 ? [instrumentPanel] : chosen) await install(app, folder.path)
  await using boat = await startCli({
    isOpen: false,
    folder: folder.path,
    hasPlugins: true,
    settings,
    words: plugins.flatMap((place) => ['--plugin', join(root, place)]),
  })
  const url = await boat.printed(/Web apps are at (\S+)/)
  const token = await claimBoat(boat.url, await claimCodeOf(folder.path))
  // Apps ask once, when they start, and plugins start after the server.
  await until(
    async () => {
      const { text } = await askBoat(boat.url, 'GET /signalk/v2/features')
      return ['autopilot', 'anchoralarm', 'weather'].every((name) => text.includes(`"${name}"`))
    },
    Boolean,
    { what: 'plugins for steering, anchoring and the weather' },
  )
  const results: boolean[] = []
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const raiseAlarm = raising(boat.url, token)
    const surroundings = { url, browser, raiseAlarm, isQuick: values.quick === true }
    for (const app of chosen) results.push(await tryApp(app, surroundings))
    if (values.only === undefined || values.only === 'client')
      results.push(await runClient({ url, self, browser }))
  } finally {
    await browser.close()
  }
  return results.every((pass) => pass)
}

const suiteNames = Object.keys(suites) as SuiteName[]

/** @throws Error for an unknown name */
const runAll = async (): Promise<boolean> => {
  const { only, quick } = values
  const known = [...apps.map(({ name }) => name), 'client', ...suiteNames]
  if (only !== undefined && !known.includes(only))
    throw new Error(`There is no "${only}". Known are ${known.join(', ')}`)
  const chosen = quick === true ? [] : suiteNames.filter((name) => (only ?? name) === name)
  // One after the other: the costs are measured.
  const results = chosen.length === 1 && only !== undefined ? [] : [await runApps()]
  for (const name of chosen) results.push(await runFamilySuite(name))
  return results.every((pass) => pass)
}

process.exitCode = (await (values['side-by-side'] === true ? runSideBySide() : runAll())) ? 0 : 1
