import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { overboardPath } from '#alerts/alert.ts'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useConsole } from '#page/console-context.ts'
import { useKeys } from '#page/keys.ts'
import { ChartCasualties } from '#alerts/bands/chart-casualties.ts'
import { useBoat, useSubscription } from '#boat/boat.ts'
import { usePilot } from '#pilot/pilot.ts'
import { t } from '#words/screen-words.ts'
import { anchorLayerPaths } from './anchor/anchor-layer.ts'
import { Controls, MiniPilot } from './controls.tsx'
import { LowReadouts, TopReadouts } from './corner-readouts.tsx'
import { placeText } from '@marinedata/console-map/earth'
import type { Pixel } from '@marinedata/console-map'
import { Notices } from './notices.tsx'
import { PanelPlace } from './panels/chart-panels.tsx'
import { useChartModel, ChartModel, TableContext } from './state/chart-model.ts'
import { laylinePaths } from '#navigation/laylines.ts'
import { ownPaths } from '#navigation/own-ship.ts'
import { trafficSubscriptions } from '#navigation/targets.ts'
import './chart.css'

/** Arrows alone steer the boat; with Ctrl they pan the chart. */
const pushes: Readonly<Record<string, Pixel>> = {
  ArrowLeft: [-0.25, 0],
  ArrowRight: [0.25, 0],
  ArrowUp: [0, -0.25],
  ArrowDown: [0, 0.25],
}

/** The chart canvas. Its content is described in words beside it. */
const MapPlace = (): JSX.Element => {
  const model = useChartModel()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (place.current === null ? undefined : model.spread(place.current)), [])
  const texts = useComputed(() => {
    const own = model.surroundings.own.value
    return own === undefined ? t('chart.mapUnplaced') : t('chart.mapSpoken', { place: placeText(own.place) })
  })
  const heed = (event: KeyboardEvent): void => {
    const push = event.ctrlKey && Object.hasOwn(pushes, event.key) ? pushes[event.key] : undefined
    if (push !== undefined) model.view.panBy(push)
    else if (event.key === 'Enter') model.askAtMiddle()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={place}
      class="chart-map"
      role="application"
      tabIndex={0}
      aria-label={texts.value}
      data-testid="chart-map"
      data-following={model.view.isFollowing.value}
      onKeyDown={heed}
    />
  )
}

const targetAddress = 'target/'
const casualtyAddress = 'casualty/'

/** A user may have typed anything into the address. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Smooth, and not faster than the chart is drawn. */
const ownPeriodMs = 200

const useChartTable = (): ChartModel => {
  const boat = useBoat()
  const { theme, preferences } = useConsole()
  const alerts = useAlerts()
  const [model] = useState(() => {
    const productWord = document.documentElement.dataset['word'] ?? ''
    return new ChartModel({
      boat,
      theme,
      storage: localStorage,
      productWord,
      casualties: new ChartCasualties(boat, alerts),
      units: preferences.units,
    })
  })
  useEffect(() => () => model[Symbol.dispose](), [])
  return model
}

/** Shows the place in the address, once, then restores the address of the chart. */
const useAskedPlace = (model: ChartModel): void => {
  const { router } = useConsole()
  const { alerts } = useAlerts()
  const { rest } = router.route.value
  useEffect(() => {
    if (rest === '') return
    if (rest === 'mob') model.showCasualty(overboardPath)
    else if (rest.startsWith(casualtyAddress)) model.showCasualty(decoded(rest.slice(casualtyAddress.length)))
    else if (rest === 'weather') model.panel.value = { kind: 'weather', place: undefined }
    else if (rest.startsWith(targetAddress)) {
      const context = decoded(rest.slice(targetAddress.length))
      // The band of its alarm has the figures. Its panel would hide the chart on a phone.
      const hasBand = alerts.banded.peek().some((alert) => alert.context === context)
      model.seekTarget(context, !hasBand)
    }
    router.replace('chart')
  }, [rest])
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
  const { preferences, openSheets } = useConsole()
  const hand = preferences.of('hand').value
  useSubscription({
    paths: [...ownPaths, ...laylinePaths, ...anchorLayerPaths, 'resources.*'],
    minPeriod: ownPeriodMs,
  })
  useTraffic()
  useAskedPlace(model)
  useKeys({
    '+': () => model.view.zoomBy(1),
    '=': () => model.view.zoomBy(1),
    '-': () => model.view.zoomBy(-1),
    Escape: () => openSheets.value === 0 && model.close(),
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
