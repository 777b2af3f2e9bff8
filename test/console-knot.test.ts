import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleFigures } from '../tools/house/console-knot.ts'
import { consoleFloors } from './architecture/laws.ts'
import { readTree } from './architecture/read-tree.ts'

const file = (path: string, text: string) => ({ path: `packages/console/src/${path}`, text })

test('a knot of rooms, a pair and an import from screen to screen are counted', () => {
  const figures = consoleFigures([
    file('page/router.ts', "import type { Helm } from '#screens/helm/helm.ts'"),
    file('screens/helm/helm.ts', "import './dial.ts'\nimport '#screens/chart/chart.ts'"),
    file('screens/helm/dial.ts', "import '#page/router.ts'\nimport '#boat/boat.ts'"),
    file('screens/chart/chart.ts', "await import('#page/router.ts')"),
    file('boat/boat.ts', ''),
    file('boat/boat.test.ts', "import '#screens/helm/helm.ts'"),
  ])
  assert.deepEqual(figures, {
    rooms: 4,
    knot: ['page', 'screens/helm', 'screens/chart'],
    pairs: ['page and screens/helm'],
    betweenScreens: ['screens/helm/helm.ts imports screens/chart/chart.ts'],
  })
})

test('the console has no knot, and every exception of its floors is needed', () => {
  const { knot, pairs, betweenScreens } = consoleFigures(readTree())
  assert.deepEqual([knot, pairs], [[], []])
  assert.deepEqual(
    betweenScreens.toSorted(),
    consoleFloors.exceptions.map(({ from, to }) => `${from} imports ${to}`).toSorted(),
  )
})
