import type { AutopilotDescription, Course, Position, Route } from '@marinedata/model'
import { RaymarineSimulator } from '@marinedata/pilot-simulators'
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { errors, type Page } from 'playwright-core'
import { courseApi, routesApi } from '../course-asking.ts'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { pilots } from '@marinedata/testing/boats/pilot-boat'
import { startBusPilotBoat } from '@marinedata/testing/boats/bus-pilot-boat'
import { boxOf, boatPixel, Instruments, openTool } from './chart-trial.ts'
import { Browsers, eventually, hold, part, plotter } from './console-trial.ts'
import { HelmTrial, isEnabled, says } from './helm-trial.ts'

const limit = { timeout: 900_000 }
/** The machine may be busy: nothing here depends on how long it takes. */
const patienceMs = 240_000
const degree = Math.PI / 180
const view = { screen: plotter, palette: 'day' } as const
const root = join(import.meta.dirname, '..', '..', '..', '..')
/** Not committed. */
const pictures = join(root, 'screens', 'pilots')
/** From the boat, to the right and up, as shares of the height of the chart. */
const sketch = [
  [0, -0.16],
  [0.1, -0.3],
  [0.28, -0.34],
  [0.4, -0.2],
] as const

const turnBetween = (from: number, to: number): number => ((to - from + 540) % 360) - 180

const bearingOf = (from: Position, to: Position): number => {
  const east = (to.longitude - from.longitude) * Math.cos(((from.latitude + to.latitude) / 2) * degree)
  return (Math.atan2(east, to.latitude - from.latitude) / degree + 360) % 360
}

/** What the pilot steers, in degrees from true north; undefined while it steers nothing. */
type TargetOf = () => Promise<number | undefined> | number | undefined

interface Passage {
  readonly url: string
  readonly page: Page
  readonly name: string
  readonly mode: string
  readonly target: TargetOf
}

/** Draws a route from the boat with the mouse. */
const draw = async ({ url, page }: Passage): Promise<Route> => {
  await openTool(page, 'routes')
  await part(page, 'route-new').click()
  await part(page, 'sketch-bar').waitFor()
  const { x, y, height } = await boxOf(page)
  const [boatX, boatY] = await boatPixel(page)
  for (const [index, [right, down]] of ([[0, 0], ...sketch] as const).entries()) {
    await page.mouse.click(x + boatX + right * height, y + boatY + down * height)
    await eventually(
      `point ${index + 1} is set`,
      async () => (await part(page, 'sketch-bar').getAttribute('data-points')) === String(index + 1),
    )
  }
  await part(page, 'draw-finish').click()
  await part(page, 'route-card').waitFor()
  const [route] = await getJson<Route[]>(url, routesApi)
  assert.equal(route?.points.length, sketch.length + 1)
  return route
}

const open = (page: Page, screen: string): Promise<void> =>
  page.evaluate((hash) => void (location.hash = hash), `#/${screen}`)

const courseOf = (url: string): Promise<Course> => getJson<Course>(url, courseApi)

/** A question or an alarm can cover the chart at any moment, also between a look and a click: then the key waits. */
const pressNextLeg = async (page: Page): Promise<void> => {
  await part(page, 'course-advance')
    .click({ timeout: 2_000 })
    .catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error
    })
}

/** Begins the next leg as the crew does, once the waypoint is reached. */
const advance = async ({ url, page }: Passage, leg: number): Promise<void> => {
  await eventually(`waypoint ${leg} is reached`, async () => (await courseOf(url)).isWaiting, patienceMs)
  const isBegun = async (): Promise<boolean> => (await courseOf(url)).route?.leg === leg + 1
  await eventually(
    `leg ${leg + 1} is begun`,
    async () => {
      if (await isBegun()) return true
      if (await part(page, 'next-leg-turn').isVisible()) await hold(page, 'next-leg-turn', 900)
      else await pressNextLeg(page)
      return await isBegun()
    },
    patienceMs,
  )
}

/** Draws a route, follows it over three waypoints, and arrives. The pilot steers each leg. */
const followRoute = async (passage: Passage, beforeFollowing: () => Promise<void>): Promise<void> => {
  const { url, page, mode, target, name } = passage
  const picture = async (title: string): Promise<void> => {
    await page.screenshot({ path: join(pictures, `${name}-${title}.png`) })
  }
  mkdirSync(pictures, { recursive: true })
  const { points } = await draw(passage)
  await picture('1-drawn')
  await part(page, 'route-sail').click()
  await part(page, 'course-bar').waitFor()
  await part(page, 'course-to-route').click()
  await isEnabled(page, `mode-${mode}`)
  await beforeFollowing()
  await part(page, `mode-${mode}`).click()
  await eventually('the pilot is in its route mode', async () => {
    const pilot = await getJson<AutopilotDescription>(url, `${pilots}/_default`)
    return pilot.mode === mode && pilot.engaged
  })
  await open(page, 'chart')
  await says(page, 'course-followed', { words: /follows this course$/, withinMs: patienceMs })
  for (let leg = 1; leg < points.length; leg++) {
    const bearing = bearingOf(points[leg - 1]!, points[leg]!)
    await eventually(
      `the pilot steers leg ${leg}, ${Math.round(bearing)}°`,
      async () => Math.abs(turnBetween(bearing, (await target()) ?? NaN)) <= 2,
      patienceMs,
    )
    await picture(`2-leg-${leg}`)
    if (leg < points.length - 1) await advance(passage, leg)
  }
  const arrived = async (): Promise<boolean> => {
    const { value } = await getJson<{ value: { isArrived?: boolean } }>(
      url,
      '/marinedata/v1/api/vessels/self/navigation/courseGreatCircle/guidance',
    )
    return value.isArrived === true
  }
  await eventually('it arrives', arrived, patienceMs)
  await picture('3-arrived')
}

suite('a route that is followed over three waypoints', limit, () => {
  test('by the built-in simulator', limit, async () => {
    await using trial = await HelmTrial.start()
    await trial.steer(10)
    await using helm = await trial.open({ view, screen: 'chart' })
    const target: TargetOf = async () => ((await trial.boat.describe('main')).target ?? NaN) / degree
    const { url } = trial.boat
    await followRoute({ url, page: helm.page, name: 'simulator', mode: 'route', target }, () =>
      trial.boat.pace(20),
    )
    assert.deepEqual(helm.complaints, [])
  })

  test('by a simulated Raymarine EV-1', limit, async () => {
    await using simulator = await RaymarineSimulator.start({ port: 0, pace: 10 })
    const { ev1 } = simulator
    const gateway = { kind: 'yacht-devices', port: simulator.port } as const
    await using boat = await startBusPilotBoat(
      { make: 'raymarine', ...gateway },
      { sendsMessages: ['129283', '129284'] },
    )
    ev1.boat.place(0, 60)
    await using _sea = await Sea.start(boat.url, () => ev1.boat.heading)
    await using browsers = await Browsers.start()
    await using guest = await browsers.open({ url: boat.url, view, screen: 'chart' })
    const { page } = guest
    await page.locator('[data-testid="chart-map"][data-boat="solid"]').waitFor()
    await eventually(
      'the pilot is there',
      async () => (await exchange(boat.url, `${pilots}/_default`)).text.includes('"state":"standby"'),
      patienceMs,
    )
    const passage = { url: boat.url, page, name: 'raymarine', mode: 'track', target: () => ev1.held }
    await followRoute(passage, async () => {
      _sea.isMoving = true
      const answer = await fetch(`${boat.url}${pilots}/_default/engage`, { method: 'POST' })
      assert.equal(answer.status, 200)
    })
    assert.deepEqual(guest.complaints, [])
  })
})

const stepMs = 100
/** Metres a second: a passage of minutes, not of hours. */
const speed = 80
/** What the log shows: the chart would show half a sea at that speed. */
const shownSpeed = 4
const metresPerDegree = 111_195

/** Moves the boat where it points. Its compass has no deviation, and there is no variation. */
class Sea implements AsyncDisposable {
  readonly #instruments: Instruments
  readonly #timer: NodeJS.Timeout
  isMoving = false

  private constructor(instruments: Instruments, heading: () => number) {
    this.#instruments = instruments
    let [latitude, longitude] = [59.4, 22.6]
    this.#timer = setInterval(() => {
      const way = this.isMoving ? (speed * stepMs) / 1_000 / metresPerDegree : 0
      latitude += way * Math.cos(heading() * degree)
      longitude += (way * Math.sin(heading() * degree)) / Math.cos(latitude * degree)
      const moved = { latitude, longitude, heading: heading(), course: heading() }
      const more = { 'navigation.headingMagnetic': heading() * degree, 'navigation.magneticVariation': 0 }
      void this.#instruments.show({ ...moved, speed: this.isMoving ? shownSpeed : 0, more })
    }, stepMs)
  }

  static async start(url: string, heading: () => number): Promise<Sea> {
    return new Sea(await Instruments.of(url), heading)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#instruments[Symbol.asyncDispose]()
  }
}
