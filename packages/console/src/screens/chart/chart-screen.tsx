import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useConsole } from '#app/console-context.ts'
import { useKeys } from '#app/keys.ts'
import { useBoat, useFollow } from '#boat/boat-context.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { Controls } from './around/controls.tsx'
import { LowReadouts, TopReadouts } from './around/corner-readouts.tsx'
import { MiniPilot } from './around/mini-pilot.tsx'
import { MapPlace } from './map-place.tsx'
import { Notices } from './notices/notices.tsx'
import { PanelPlace } from './panels/panel-place.tsx'
import { ChartTable } from './state/chart-table.ts'
import { laylinePaths } from './state/layline-finder.ts'
import { ownPaths } from './state/own-ship.ts'
import { TableContext } from './table-context.ts'
import { trafficWishes } from './traffic/heard.ts'
import './chart.css'

/** Smooth to look at, and no more than the screen is drawn. */
const ownPeriodMs = 200

const useChartTable = (): ChartTable => {
  const boat = useBoat()
  const { look } = useConsole()
  const { overboard } = useAlerts()
  const [table] = useState(() => {
    const productWord = document.documentElement.dataset['word'] ?? ''
    return new ChartTable({ boat, look, storage: localStorage, productWord, overboard })
  })
  useEffect(() => () => table[Symbol.dispose](), [])
  return table
}

/** As long as the chart is open. */
const useTraffic = (): void => {
  const boat = useBoat()
  useEffect(() => {
    const followed = trafficWishes.map((wish) => boat.follow(wish))
    return () => {
      for (const following of followed) following[Symbol.dispose]()
    }
  }, [boat])
}

/** The chart: where the boat is, what is around it, and where it is to go. */
export const ChartScreen = (): JSX.Element => {
  const table = useChartTable()
  const isSteering = usePilot().pilots.chosen.value?.isEngaged === true
  const hand = useConsole().preferences.of('hand').value
  useFollow({ paths: [...ownPaths, ...laylinePaths], minPeriod: ownPeriodMs })
  useTraffic()
  useKeys({
    '+': () => table.view.zoomBy(1),
    '=': () => table.view.zoomBy(1),
    '-': () => table.view.zoomBy(-1),
  })
  return (
    <TableContext.Provider value={table}>
      <div class="chart-screen" data-hand={hand}>
        <MapPlace />
        <div class="chart-over" data-steering={isSteering}>
          <TopReadouts />
          <Notices />
          <PanelPlace />
          <div class="chart-foot">
            <LowReadouts />
            <MiniPilot />
            <Controls />
          </div>
        </div>
      </div>
    </TableContext.Provider>
  )
}
