import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { useBoat } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { useFigures } from '#screens/chart/figures.ts'
import { lengthOf } from '@marinedata/console-map/earth'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { nextPlanSpeed, planOf, type PlannedLeg } from '#navigation/route-plan.ts'
import { minutesText } from '#screens/chart/state/time-to-go.ts'
import { t } from '#words/screen-words.ts'
import { momentText } from '#words/words.ts'

/** Sets the speed for planning, in steps of the user's unit. */
const PlanSpeed = (): JSX.Element => {
  const { planSpeed } = useChartModel().settings
  const units = useConsole().preferences.units.value
  const figures = useFigures()
  const step = (direction: 1 | -1, sign: string, word: 'chart.less' | 'chart.more'): JSX.Element => {
    const next = nextPlanSpeed(planSpeed.value, direction, units)
    return (
      <button
        type="button"
        class="button"
        data-testid={direction < 0 ? 'plan-slower' : 'plan-faster'}
        aria-label={t(word, { name: t('chart.planSpeed') })}
        disabled={next === undefined}
        onClick={() => {
          if (next !== undefined) planSpeed.value = next
        }}
      >
        {sign}
      </button>
    )
  }
  return (
    <div class="chart-stepper plan">
      <span class="grow">{t('chart.planSpeed')}</span>
      {step(-1, '−', 'chart.less')}
      <output data-testid="plan-speed">{figures('speed', planSpeed.value)}</output>
      {step(1, '+', 'chart.more')}
    </div>
  )
}

interface PlanProps {
  readonly points: readonly Place[]
  /** The selected point, and a handler to select another; absent if the route is not being edited. */
  readonly chosen?: number | undefined
  readonly onChoose?: (index: number) => void
}

/** Every leg: the point at its end, bearing, distance and the time of arrival when one starts now. */
const LegRow = (props: { readonly leg: PlannedLeg; readonly now: number } & PlanProps): JSX.Element => {
  const { leg, now, chosen, onChoose } = props
  const figures = useFigures()
  return (
    <tr
      data-testid="leg-row"
      aria-selected={onChoose === undefined ? undefined : chosen === leg.index}
      onClick={() => onChoose?.(leg.index)}
    >
      <th scope="row">{leg.index + 1}</th>
      <td>{figures('bearing', leg.bearing)}</td>
      <td>{figures('distance', leg.distance)}</td>
      <td>{momentText(now + leg.secondsToEnd * 1_000, now)}</td>
    </tr>
  )
}

/** The table of legs at the plan speed. */
export const RoutePlan = (props: PlanProps): JSX.Element | null => {
  const { planSpeed } = useChartModel().settings
  // Reads the clock of the page, so that the times of arrival move on.
  void useBoat().now.value
  const now = Date.now()
  if (props.points.length < 2) return null
  return (
    <div class="chart-plan">
      <PlanSpeed />
      <table class="chart-legs" data-testid="leg-table">
        <thead>
          <tr>
            <th scope="col">{t('chart.legTo')}</th>
            <th scope="col">{t('chart.bearing')}</th>
            <th scope="col">{t('chart.distance')}</th>
            <th scope="col" title={t('chart.etaWhat')}>
              {t('chart.eta')}
            </th>
          </tr>
        </thead>
        <tbody>
          {planOf(props.points, planSpeed.value).map((leg) => (
            <LegRow key={leg.index} leg={leg} now={now} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** `4 points · 12.30 NM · 2 h 28 min` at the plan speed. */
export const useRouteSummary = (): ((points: readonly Place[]) => string) => {
  const { planSpeed } = useChartModel().settings
  const figures = useFigures()
  return (points) => {
    const metres = lengthOf(points)
    const length = t('chart.routeLength', { count: points.length, length: figures('distance', metres) })
    if (points.length < 2) return length
    return `${length} · ${minutesText(Math.ceil(metres / planSpeed.value / 60))}`
  }
}
