import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useConsole } from '#app/console-context.ts'
import { useKeys } from '#app/keys.ts'
import { useBoat, useSubscription } from '#boat/boat-context.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { Controls } from './around/controls.tsx'
import { LowReadouts, TopReadouts } from './around/corner-readouts.tsx'
import { MiniPilot } from './around/mini-pilot.tsx'
import { MapPlace } from './map-place.tsx'
import { Notices } from './notices/notices.tsx'
import { PanelPlace } from './panels/panel-place.tsx'
import { ChartModel } from './state/chart-model.ts'
import { laylinePaths } from './state/layline-finder.ts'
import { ownPaths } from './state/own-ship.ts'
import { TableContext } from './chart-model-context.ts'
import { trafficSubscriptions } from './traffic/received-values.ts'
import './chart.css'

/** Smooth, and not faster than the chart is drawn. */
const ownPeriodMs = 200

const useChartTable = (): ChartModel => {
  const boat = useBoat()
  const { look } = useConsole()
  const { overboard } = useAlerts()
  const [model] = useState(() => {
    const productWord = document.documentElement.dataset['word'] ?? ''
    return new ChartModel({ boat, look, storage: localStorage, productWord, overboard })
  })
  useEffect(() => () => model[Symbol.dispose](), [])
  return model
}

/** Subscribes to AIS targets while the chart is open. */
const useTraffic = (): void => {
  const boat = useBoat()
  useEffect(() => {
    const followed = trafficSubscriptions.map((wish) => boat.follow(wish))
    return () => {
      for (const following of followed) following[Symbol.dispose]()
    }
  }, [boat])
}

/** The chart: the boat, its surroundings and its course. */
export const ChartScreen = (): JSX.Element => {
  const model = useChartTable()
  const isSteering = usePilot().pilots.chosen.value?.isEngaged === true
  const hand = useConsole().preferences.of('hand').value
  useSubscription({ paths: [...ownPaths, ...laylinePaths, 'resources.*'], minPeriod: ownPeriodMs })
  useTraffic()
  useKeys({
    '+': () => model.view.zoomBy(1),
    '=': () => model.view.zoomBy(1),
    '-': () => model.view.zoomBy(-1),
  })
  return (
    <TableContext.Provider value={model}>
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
