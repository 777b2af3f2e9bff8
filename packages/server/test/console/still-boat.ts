import assert from 'node:assert/strict'
import { join } from 'node:path'
import { mustAlerts } from '../alert-asking.ts'
import { askAnchor } from '../anchor-boat.ts'
import { askPilot } from '@marinedata/testing/boats/pilot-boat'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const degree = Math.PI / 180
const repeatMs = 250
const devices = join(import.meta.dirname, '..', 'plugins', 'still-devices.ts')

type Values = Readonly<Record<string, unknown>>

/** Close-hauled in Tor Bay: what every instrument says, for ever. */
const sailing: Values = {
  'navigation.position': { latitude: 50.4231, longitude: -3.5297 },
  'navigation.headingMagnetic': 309 * degree,
  'navigation.headingTrue': 308 * degree,
  'navigation.magneticVariation': -1 * degree,
  'navigation.courseOverGroundTrue': 304 * degree,
  'navigation.speedOverGround': 3.2,
  'navigation.speedThroughWater': 3.1,
  'navigation.attitude': { roll: 12 * degree, pitch: 1 * degree, yaw: 0 },
  'navigation.rateOfTurn': 0,
  'navigation.trip.log': 22_780,
  'environment.wind.angleApparent': -38 * degree,
  'environment.wind.speedApparent': 8.7,
  'environment.wind.angleTrueWater': -52 * degree,
  'environment.wind.speedTrue': 6.7,
  'environment.wind.directionTrue': 256 * degree,
  'environment.depth.belowKeel': 12.9,
  'environment.depth.belowTransducer': 14.4,
  'environment.water.temperature': 288.4,
  'environment.outside.temperature': 291.2,
  'environment.outside.pressure': 101_480,
  'steering.rudderAngle': -2 * degree,
  'performance.velocityMadeGood': 2.1,
  'electrical.batteries.house.voltage': 12.7,
  'electrical.batteries.house.current': -4.2,
  'tanks.fuel.0.currentLevel': 0.62,
  'tanks.freshWater.0.currentLevel': 0.48,
}

const anchored: Values = {
  ...sailing,
  'navigation.headingMagnetic': 267 * degree,
  'navigation.headingTrue': 266 * degree,
  'navigation.speedOverGround': 0,
  'navigation.speedThroughWater': 0,
  'environment.wind.speedTrue': 8.2,
  'environment.wind.speedApparent': 8.2,
  'environment.wind.angleTrueWater': -8 * degree,
  'environment.wind.angleApparent': -8 * degree,
  'environment.wind.directionTrue': 258 * degree,
  'environment.depth.belowKeel': 4.5,
  'environment.depth.belowSurface': 6.4,
  'design.length': { overall: 12 },
  'navigation.attitude': { roll: 1 * degree, pitch: 0, yaw: 0 },
}

/** Ships that stand still on the chart, though they have a course: their report is always the same. */
const ships: Readonly<Record<string, Values>> = {
  '235012345': {
    name: 'BRIXHAM PIONEER',
    'navigation.position': { latitude: 50.4331, longitude: -3.5517 },
    'navigation.courseOverGroundTrue': 140 * degree,
    'navigation.headingTrue': 140 * degree,
    'navigation.speedOverGround': 3.6,
  },
  '235054321': {
    name: 'NORTHERN TRADER',
    'navigation.position': { latitude: 50.4141, longitude: -3.5057 },
    'navigation.courseOverGroundTrue': 20 * degree,
    'navigation.headingTrue': 20 * degree,
    'navigation.speedOverGround': 5.1,
  },
}

const alerts = [
  { path: 'notifications.battery', state: 'warn', message: 'House battery below 12.2 V' },
  { path: 'notifications.bilge', state: 'alert', message: 'Bilge pump has run for 10 min' },
] as const

/** What the boat does in a picture. */
export type Situation = 'sailing' | 'anchored'

/** A real server whose instruments and devices always say the same. */
export class StillBoat implements AsyncDisposable {
  readonly #boat: Boat
  readonly #line: StreamListener
  readonly #timer: ReturnType<typeof setInterval>
  #values = sailing
  #situation: Situation | undefined

  private constructor(boat: Boat, line: StreamListener) {
    this.#boat = boat
    this.#line = line
    this.#timer = setInterval(() => this.#send(), repeatMs)
  }

  static async start(): Promise<StillBoat> {
    await using stack = new AsyncDisposableStack()
    const started = stack.use(
      await startBoat({
        settings: { name: 'Aava' },
        plugins: { given: [devices] },
        listenerPatienceMs: 3_600_000,
      }),
    )
    const boat = new StillBoat(started, stack.use(await StreamListener.open(started.url, '?subscribe=none')))
    stack.move()
    await until(
      () => askPilot(boat.url, 'GET pilot'),
      ({ text }) => text.includes('"online":true'),
    )
    return boat
  }

  get url(): string {
    return this.#boat.url
  }

  /** Brings the boat into a situation; does nothing when it is in it already. */
  async bring(situation: Situation): Promise<void> {
    if (this.#situation === situation) return
    this.#situation = situation
    const isSailing = situation === 'sailing'
    this.#values = isSailing ? sailing : anchored
    this.#send()
    await this.#line.settled()
    const piloted = await askPilot(this.url, `POST pilot/${isSailing ? 'engage' : 'disengage'}`)
    assert.equal(piloted.status, 200, piloted.text)
    const anchoring = await askAnchor(this.url, isSailing ? 'POST raise' : 'POST drop')
    assert.equal(anchoring.status, 200, anchoring.text)
  }

  /** Removes the pages of earlier pictures, whose names would number the next one. */
  async forgetPages(): Promise<void> {
    const address = `${this.url}/marinedata/v2/api/stations`
    const pages = (await (await fetch(address)).json()) as readonly { readonly id: string }[]
    for (const { id } of pages) assert.equal((await fetch(`${address}/${id}`, { method: 'DELETE' })).ok, true)
  }

  async raiseAlerts(): Promise<void> {
    for (const alert of alerts) await mustAlerts(this.url, 'POST', alert)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#line[Symbol.asyncDispose]()
    await this.#boat[Symbol.asyncDispose]()
  }

  #send(): void {
    const say = (values: Values, context?: string): void =>
      this.#line.send({
        ...(context !== undefined && { context }),
        updates: [
          { $source: 'still', values: Object.entries(values).map(([path, value]) => ({ path, value })) },
        ],
      })
    say(this.#values)
    for (const [mmsi, values] of Object.entries(ships)) say(values, `vessels.urn:mrn:imo:mmsi:${mmsi}`)
  }
}
