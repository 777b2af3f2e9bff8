import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useConsole } from '#app/console-context.ts'
import { LayersPanel } from './layers-panel.tsx'
import { PlacePanel } from './place-panel.tsx'
import { RoutesPanel } from './routes-panel.tsx'
import { SketchPanel } from './sketch-panel.tsx'
import { TargetPanel } from './target-panel.tsx'
import { TargetsPanel } from './targets-panel.tsx'
import { ToolsPanel } from './tools-panel.tsx'
import { WaypointPanel } from './waypoint-panel.tsx'
import type { Panel } from '#screens/chart/state/chart-model.ts'
import { uncovered, type Covered } from '#screens/chart/state/chart-view.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'

const lists = { targets: TargetsPanel, routes: RoutesPanel, layers: LayersPanel, tools: ToolsPanel } as const

const shownFor = (panel: Panel): JSX.Element => {
  if (panel.kind === 'place') return <PlacePanel place={panel.place} />
  if (panel.kind === 'target') return <TargetPanel context={panel.context} />
  if (panel.kind === 'waypoint') return <WaypointPanel key={panel.id} id={panel.id} />
  const List = lists[panel.kind]
  return <List />
}

/** A panel wider than this share of the chart lies over it and not beside it. */
const wide = 0.6

const coveredBy = (panel: Element | null | undefined, hand: 'left' | 'right'): Covered => {
  const chart = panel?.closest('.chart-screen')
  if (!panel || !chart) return uncovered
  const [{ width, top }, whole] = [panel.getBoundingClientRect(), chart.getBoundingClientRect()]
  if (width < whole.width * wide) return { ...uncovered, right: hand === 'left' ? -width : width }
  const notices = chart.querySelector('.chart-notices')?.getBoundingClientRect()
  return { right: 0, above: (notices?.bottom ?? whole.top) - whole.top, below: whole.bottom - top }
}

/** The open panel, or the drawing panel while drawing. */
export const PanelPlace = (): JSX.Element => {
  const model = useChartModel()
  const { panel, sketching } = model
  const place = useRef<HTMLDivElement>(null)
  const hand = useConsole().preferences.of('hand').value
  useLayoutEffect(() => model.view.cover(coveredBy(place.current?.firstElementChild, hand)))
  const draft = sketching.draft.value
  const open = panel.value
  return (
    <div ref={place} class="chart-panel-place">
      {draft !== undefined ? <SketchPanel draft={draft} /> : open !== undefined && shownFor(open)}
    </div>
  )
}
