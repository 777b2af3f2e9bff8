import type { JSX } from 'preact'
import { t } from '#words/screen-words.ts'
import { useFigures, useSeen } from '#screens/chart/figures.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'
import { timeText, type Target, type TargetKind } from '#screens/chart/traffic/target.ts'
import { dashes } from '#units/quantities.ts'
import { Panel } from './panel.tsx'

/** Signs as on the chart; a ship has none. */
const signs: Readonly<Record<TargetKind, string>> = { vessel: '', aircraft: '✈ ', aid: '◇ ', beacon: '⊗ ' }

const signOf = ({ kind, danger }: Target): string => {
  if (kind !== 'vessel' || danger === undefined) return signs[kind]
  return danger === 'alarm' ? '▲ ' : '● '
}

const Row = ({ target }: { readonly target: Target }): JSX.Element => {
  const model = useChartModel()
  const figures = useFigures()
  const seen = useSeen()
  const { approach, danger, isLost, kind, name } = target
  return (
    <li>
      <button
        type="button"
        class={`chart-row ${danger ?? ''} ${isLost ? 'lost' : ''}`}
        data-testid="target-row"
        data-kind={kind}
        data-tcpa={approach?.timeTo}
        onClick={() => model.showTarget(target)}
      >
        <span class="chart-row-name">
          <span aria-hidden="true">{signOf(target)}</span>
          {name}
        </span>
        <span class="chart-row-place">{seen(target.place)}</span>
        {kind === 'vessel' && (
          <>
            <span>{figures('distance', approach?.distance)}</span>
            <span>{approach === undefined ? dashes : timeText(approach.timeTo)}</span>
          </>
        )}
      </button>
    </li>
  )
}

/** All AIS targets by time to closest approach. */
export const TargetsPanel = (): JSX.Element => {
  const model = useChartModel()
  const targets = model.surroundings.targets.value
  return (
    <Panel title={`${t('chart.ships')} ${targets.length}`} testId="target-list" onClose={() => model.close()}>
      {targets.length === 0 ? (
        <p class="quiet">{t('chart.noShips')}</p>
      ) : (
        <>
          <div class="chart-row-head" aria-hidden="true">
            <span />
            <span>{t('chart.cpa')}</span>
            <span>{t('chart.tcpa')}</span>
          </div>
          <ul class="chart-list">
            {targets.map((target) => (
              <Row key={target.context} target={target} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
