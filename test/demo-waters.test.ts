import { knots, nauticalMiles, type Radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { offDartmouth, torBay } from '../packages/server/src/cli/demo/waters.ts'
import { closestApproachOf } from '../plugins/closest-approach/src/closest-approach.ts'
import { craftOf, type Motion } from '../plugins/closest-approach/src/craft.ts'
import { levelOf } from '../plugins/closest-approach/src/danger.ts'
import { moved, wayBetween } from '../plugins/simulator/src/earth.ts'
import { SailingSimulation } from '../plugins/simulator/src/sailing-simulation.ts'
import { Traffic } from '../plugins/simulator/src/traffic/traffic.ts'
import { directionOf, lengthOf, vectorOf } from '../plugins/simulator/src/vector.ts'
import { readLand } from '../scripts/coast/land.ts'

type Position = Motion['position']
type Waters = Pick<typeof offDartmouth | typeof torBay, 'position' | 'traffic' | 'tracks'>

/** On a world map with sides of length 1. */
const mapPoint = ({ latitude, longitude }: Position): readonly [number, number] => [
  (longitude + 180) / 360,
  (1 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / Math.PI) / 2,
]

/** The sides of the rings of the coast near the demo. */
const sides = readLand()
  .flat()
  .flatMap((ring) =>
    Array.from({ length: ring.length / 2 - 1 }, (_, index) =>
      [0, 1, 2, 3].map((offset) => ring[index * 2 + offset] ?? 0),
    ),
  )
  .filter(([, y1 = 0, , y2 = 0]) => {
    const [[, north], [, south]] = [
      mapPoint({ latitude: 51, longitude: 0 }),
      mapPoint({ latitude: 50, longitude: 0 }),
    ]
    return Math.max(y1, y2) > north && Math.min(y1, y2) < south
  })

const isOnLand = (position: Position): boolean => {
  const [x, y] = mapPoint(position)
  const isCrossed = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): boolean =>
    y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)
  return sides.filter(isCrossed).length % 2 === 1
}

/** Where the boat of the demo is after each second of two hours. */
const voyage = (): Position[] => {
  const sea = { seed: 1, current: { set: 0.35, drift: knots(0.8) }, waves: 1, gusts: 0.3, noise: 0 }
  const simulation = new SailingSimulation({ ...sea, ...offDartmouth })
  return Array.from({ length: 7_200 }, () => {
    simulation.step(1)
    return simulation.truth.position
  })
}

const motionOf = (position: Position, course: number, speed: number): Motion => ({
  position,
  course: course as Radians,
  speed,
})

interface Heard {
  readonly second: number
  readonly context: string
  readonly motion: Motion
}

/** All reports of the ships around a boat. */
const heardFrom = (waters: Waters, boat: readonly Position[]): Heard[] => {
  const traffic = new Traffic({ ...waters, seed: 1 })
  return boat.flatMap((own, second) =>
    traffic.step(1, own).flatMap(({ context, values }) => {
      const position = values['navigation.position'] as Position | undefined
      const course = values['navigation.courseOverGroundTrue'] as number
      const speed = values['navigation.speedOverGround'] as number
      return position === undefined ? [] : [{ second, context, motion: motionOf(position, course, speed) }]
    }),
  )
}

const assertAfloat = (heard: readonly Heard[]): void => {
  const byMinute = Map.groupBy(heard, ({ context, second }) => `${context} ${Math.floor(second / 60)}`)
  for (const [of, [first]] of byMinute)
    assert.equal(isOnLand(first!.motion.position), false, `${of} ${JSON.stringify(first?.motion.position)}`)
}

suite('the waters of the demo', () => {
  const track = voyage()
  const heard = heardFrom(offDartmouth, track)

  test('the boat starts two to four miles off the coast, and has room for two hours', () => {
    const isLandWithin = (miles: number): boolean =>
      Array.from({ length: 72 }, (_, index) => vectorOf((index * Math.PI) / 36, nauticalMiles(miles))).some(
        (way) => isOnLand(moved(offDartmouth.position, way)),
      )
    assert.equal(isLandWithin(2), false)
    assert.equal(isLandWithin(4), true)
    for (const position of track.filter((_, second) => second % 60 === 0))
      assert.equal(isOnLand(position), false)
  })

  test('eight ships are around, none of them on land', () => {
    assert.equal(new Set(heard.map(({ context }) => context)).size, 8)
    assertAfloat(heard)
  })

  test('one ship comes near, and that is a warning only after two minutes', () => {
    const limits = { warnDistance: nauticalMiles(0.5), alarmDistance: nauticalMiles(0.2), time: 600 }
    const ownAt = (second: number): Motion => {
      const way = wayBetween(track[second]!, track[second + 30]!)
      return motionOf(track[second]!, directionOf(way), lengthOf(way) / 30)
    }
    const warnings = heard
      .filter(({ second }) => second < 1_800)
      .filter(({ second, motion }) => {
        const approach = closestApproachOf(craftOf(ownAt(second)), craftOf(motion))
        return levelOf(approach, limits) !== undefined
      })
    const [first] = warnings
    assert.ok(first !== undefined)
    assert.ok(first.second > 120 && first.second < 600, `after ${first.second} s`)
    assert.deepEqual(new Set(warnings.map(({ context }) => context)), new Set([first.context]))
  })

  test('the boat at anchor and its neighbours are in the bay, not on land', () => {
    const { position } = torBay
    assert.equal(isOnLand(position), false)
    const around = heardFrom(
      torBay,
      Array.from({ length: 7_200 }, () => position),
    )
    assert.equal(new Set(around.map(({ context }) => context)).size, 8)
    assertAfloat(around)
    const neighbours = around.filter(({ motion }) => motion.speed === 0)
    for (const { motion } of neighbours) assert.ok(lengthOf(wayBetween(position, motion.position)) > 150)
  })
})
