import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useConsole } from '#app/console-context.ts'
import { LayersPanel } from './panels/layers-panel.tsx'
import { PlacePanel } from './panels/place-panel.tsx'
import { RoutesPanel } from './panels/routes-panel.tsx'
import { SketchPanel } from './panels/sketch-panel.tsx'
import { TargetPanel } from './panels/target-panel.tsx'
import { TargetsPanel } from './panels/targets-panel.tsx'
import { ToolsPanel } from './panels/tools-panel.tsx'
import type { Covered, Panel } from './state/chart-table.ts'
import { useTable } from './table-context.ts'

const lists = { targets: TargetsPanel, routes: RoutesPanel, layers: LayersPanel, tools: ToolsPanel } as const

const shownFor = (panel: Panel): JSX.Element => {
  if (panel.kind === 'place') return <PlacePanel place={panel.place} />
  if (panel.kind === 'target') return <TargetPanel context={panel.context} />
  const List = lists[panel.kind]
  return <List />
}

/** Wider than this part of the chart, a panel lies over it and not beside it. */
const wide = 0.6

const coveredBy = (panel: Element | null | undefined, hand: 'left' | 'right'): Covered => {
  if (!(panel instanceof HTMLElement)) return { right: 0, below: 0 }
  const { offsetWidth, offsetHeight } = panel
  if (offsetWidth > innerWidth * wide) return { right: 0, below: offsetHeight }
  return { right: hand === 'left' ? -offsetWidth : offsetWidth, below: 0 }
}

/** What lies beside the chart; while something is drawn, that. */
export const PanelPlace = (): JSX.Element => {
  const table = useTable()
  const { panel, sketching } = table
  const place = useRef<HTMLDivElement>(null)
  const hand = useConsole().preferences.of('hand').value
  useLayoutEffect(() => table.cover(coveredBy(place.current?.firstElementChild, hand)))
  const draft = sketching.draft.value
  const open = panel.value
  return (
    <div ref={place} class="chart-panel-place">
      {draft !== undefined ? <SketchPanel draft={draft} /> : open !== undefined && shownFor(open)}
    </div>
  )
}
