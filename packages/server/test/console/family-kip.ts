import { owner } from '@marinedata/testing/boats/crew'
import { until } from '@marinedata/testing/until'
import { checkOk, self, type App, type Scene } from './family-trial.ts'

/** Signs in with the form of the app, which reads the token that it gets. */
const signIn = async ({ page, shoot }: Scene): Promise<void> => {
  await page.locator('app-root mat-sidenav-container, app-root main').first().waitFor()
  await shoot('open')
  await page.goto(`${page.url().split('#')[0]}#/options`)
  await page.locator('mat-slide-toggle', { hasText: 'Login to server' }).getByRole('switch').click()
  const name = page.locator('input[name="username"]')
  const passphrase = page.locator('input[name="current-password"]')
  // The dialog moves the focus to its first field when it has opened, and with it what is being typed.
  await name.and(page.locator(':focus')).waitFor()
  await name.fill(owner.name)
  await passphrase.fill(owner.passphrase)
  await shoot('sign-in')
  const reopened = page.waitForEvent('websocket', (socket) => socket.url().includes('token='))
  const answered = page.waitForResponse(/\/signalk\/v1\/auth\/login$/)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await checkOk(await answered)
  await (await reopened).waitForEvent('framereceived', ({ payload }) => payload.toString().includes(self))
  await page.getByText('Connected, Logged In').waitFor()
  await shoot('signed-in')
}

/** @param place x, y, width and height on a grid of 24 */
const widget = (type: string, [x, y, w, h]: readonly number[], config: object = {}): object => {
  const widgetProperties = { type, uuid: type, config }
  return { x, y, w, h, id: type, selector: 'widget-host2', input: { widgetProperties } }
}

const engaged = {
  description: 'Engaged',
  path: 'self.steering.autopilot.engaged',
  pathID: 'engaged',
  source: 'default',
  pathType: 'boolean',
  isPathConfigurable: true,
  sampleTime: 500,
  supportsPut: true,
}

const switchPanel = {
  displayName: 'Switch',
  showLabel: true,
  filterSelfPaths: true,
  paths: [engaged],
  color: 'contrast',
  putEnable: true,
  putMomentary: false,
  multiChildCtrls: [
    { ctrlLabel: 'Autopilot', type: '1', pathID: 'engaged', color: 'green', isNumeric: false, value: null },
  ],
}

const pilot = {
  invertRudder: true,
  headingDirectionTrue: true,
  courseDirectionTrue: true,
  apiVersion: 'v2',
  instanceId: '_default',
  pluginId: 'simulator',
  modes: ['compass', 'wind', 'route'],
}

const dashboard = {
  id: 'sailing',
  name: 'Sailing',
  icon: 'dashboard-sailing',
  collapseSplitShell: false,
  configuration: [
    widget('widget-wind-steer', [0, 0, 12, 24]),
    widget('widget-boolean-switch', [12, 0, 12, 6], switchPanel),
    widget('widget-autopilot', [12, 6, 12, 18], { autopilot: pilot }),
  ],
}

/** Loads a file of the app's own format with the app's own button. The app saves it on the boat. */
const loadDashboard = async ({ page, shoot }: Scene): Promise<void> => {
  await page.getByRole('tab', { name: 'Configurations' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk as Buffer)
  const settings = JSON.parse(Buffer.concat(chunks).toString()) as object
  const choosing = page.waitForEvent('filechooser')
  const saved = page.waitForResponse(/\/applicationData\/user\/kip\/\d+\/default$/)
  const reopened = page.waitForEvent('websocket', (socket) => socket.url().includes('token='))
  await page.getByRole('button', { name: 'Upload' }).click()
  const buffer = Buffer.from(JSON.stringify({ ...settings, dashboards: [dashboard] }))
  await (await choosing).setFiles({ name: 'KipConfig.json', mimeType: 'application/json', buffer })
  await checkOk(await saved)
  await (await reopened).waitForEvent('framereceived', ({ payload }) => payload.toString().includes(self))
  await page.goto(`${page.url().split('#')[0]}#/dashboard/0`)
  await page.locator('widget-wind-steer').waitFor()
  await shoot('dashboard')
}

const watchWind = async ({ page, shoot }: Scene): Promise<void> => {
  const wind = page.locator('widget-wind-steer')
  const shown = (): Promise<string> => wind.innerText()
  await until(async () => /[0-9]\.[0-9]/.test(await shown()), Boolean, { what: 'a speed of the wind' })
  const first = await shown()
  await shoot('wind')
  await until(async () => (await shown()) !== first, Boolean, { what: 'another wind' })
  await shoot('wind-later')
}

/** The switch puts a value at a path; the widget of the pilot uses its interface. */
const steer = async ({ page, shoot }: Scene): Promise<void> => {
  const button = (name: RegExp) => page.locator('widget-autopilot button', { hasText: name })
  await button(/^\s*Engage/).waitFor()
  await page.locator('widget-boolean-switch svg').first().click()
  // The pilot has reported it on the stream.
  await button(/^\s*Disengage/).waitFor()
  await shoot('put')
  const turned = page.waitForResponse(/\/autopilots\/_default\/target\/adjust$/)
  await button(/\+10/).click()
  await checkOk(await turned)
  await shoot('pilot')
  const disengaged = page.waitForResponse(/\/autopilots\/_default\/disengage$/)
  await button(/^\s*Disengage/).click()
  await checkOk(await disengaged)
  await button(/^\s*Engage/).waitFor()
  await shoot('disengaged')
}

/** KIP, with a dashboard of live wind, a switch and the pilot. */
export const kip: App = {
  name: 'kip',
  package: '@mxtommy/kip@4.8.5',
  acts: async (scene) => {
    await signIn(scene)
    await loadDashboard(scene)
    await watchWind(scene)
    if (!scene.isQuick) await steer(scene)
  },
}
