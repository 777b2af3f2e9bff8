import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '#app/console-context.ts'
import { useKeys } from '#app/keys.ts'
import { useBoat, useFollow } from '#boat/boat-context.ts'
import { Controls } from './controls.tsx'
import { LowReadouts, TopReadouts } from './corner-readouts.tsx'
import { MapPlace } from './map-place.tsx'
import { MobUndo } from './mob-undo.tsx'
import { Notices } from './notices.tsx'
import { PanelPlace } from './panel-place.tsx'
import { ChartTable } from './state/chart-table.ts'
import { ownPaths } from './state/own-ship.ts'
import { TableContext } from './table-context.ts'
import { targetPaths } from './traffic/targets.ts'
import './chart.css'

/** Smooth to look at, and no more than the screen is drawn. */
const ownPeriodMs = 200
const othersPeriodMs = 1_000

const useChartTable = (): ChartTable => {
  const boat = useBoat()
  const { look } = useConsole()
  const [table] = useState(() => {
    const productWord = document.documentElement.dataset['word'] ?? ''
    return new ChartTable({ boat, look, storage: localStorage, productWord })
  })
  useEffect(() => () => table[Symbol.dispose](), [])
  return table
}

/** The chart: where the boat is, what is around it, and where it is to go. */
export const ChartScreen = (): JSX.Element => {
  const table = useChartTable()
  const hand = useConsole().preferences.of('hand').value
  useFollow({ paths: ownPaths, minPeriod: ownPeriodMs })
  useFollow({ context: 'vessels.*', paths: targetPaths, minPeriod: othersPeriodMs })
  useKeys({
    '+': () => table.zoomBy(1),
    '=': () => table.zoomBy(1),
    '-': () => table.zoomBy(-1),
    m: () => void table.overboard.press(),
    M: () => void table.overboard.press(),
  })
  return (
    <TableContext.Provider value={table}>
      <div class="chart-screen" data-hand={hand}>
        <MapPlace />
        <MobUndo />
        <div class="chart-over">
          <TopReadouts />
          <Notices />
          <PanelPlace />
          <div class="chart-foot">
            <LowReadouts />
            <Controls />
          </div>
        </div>
      </div>
    </TableContext.Provider>
  )
}
