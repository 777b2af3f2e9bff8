import type { JSX } from 'preact'
import type { HistoryModel } from '../state/history-model.ts'
import { GraphPlot } from './graph-plot.tsx'
import { useTicks } from './scrubber.tsx'
import { useGraph, type Graph, type Describe } from './use-graph.ts'

interface GraphViewProps {
  readonly model: HistoryModel
  readonly path: string
  readonly describe: Describe
}

/** The value at the scrubber. */
const GraphFigure = ({ text, unit }: Pick<Graph, 'text' | 'unit'>): JSX.Element => (
  <output aria-live="off" data-testid="graph-value">
    <b>{text.value}</b>
    <small>{unit.value}</small>
  </output>
)

/** The colours of the wind match its dials. */
const toneOf = (path: string): string | undefined => {
  if (!path.startsWith('environment.wind.'))
    return path.startsWith('environment.depth.') ? 'depth' : undefined
  return path.endsWith('Apparent') ? 'apparent' : 'true'
}

/** A value over time: its name and value at the scrubber, the plot, and the ends of its scale. */
export const GraphView = ({ model, path, describe }: GraphViewProps): JSX.Element => {
  const graph = useGraph(model, path, describe)
  const { at } = useTicks(model)
  return (
    <div
      class="graph"
      role="group"
      aria-label={graph.name}
      data-testid="graph"
      data-path={path}
      data-tone={toneOf(path)}
    >
      <div class="graph-label">
        <span title={path}>{graph.name}</span>
        <GraphFigure text={graph.text} unit={graph.unit} />
      </div>
      <GraphPlot
        line={graph.line}
        window={model.window.value}
        scale={graph.scale}
        ticks={at}
        shownOf={graph.display.of}
      />
      <div class="graph-scale" aria-hidden="true">
        <span>{graph.upperText}</span>
        <span>{graph.lowerText}</span>
      </div>
    </div>
  )
}
