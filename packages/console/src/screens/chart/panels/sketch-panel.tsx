import type { JSX } from 'preact'
import { t } from '#words/screen-words.ts'
import { seenFrom, useFigures } from '#screens/chart/figures.ts'
import { lengthOf } from '#screens/chart/geo/earth.ts'
import type { Draft } from '#screens/chart/state/sketching.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'
import { NameField } from './panel.tsx'

/** A path needs two points. */
const leastPoints = 2

const Summary = ({ draft }: { readonly draft: Draft }): JSX.Element => {
  const figures = useFigures()
  const { points } = draft.drawing
  const whole = figures('distance', lengthOf(points))
  const [last, before] = [points.at(-1), points.at(-2)]
  if (last === undefined || before === undefined) return <p class="quiet small">{t('chart.drawHint')}</p>
  const { bearing, range } = seenFrom(before, last)
  const leg = `${figures('distance', range)} · ${figures('bearing', bearing)}`
  return (
    <p class="chart-sum" data-testid="sketch-sum">
      {draft.kind === 'measuring'
        ? [leg, ...(points.length > leastPoints ? [t('chart.measuredWhole', { range: whole })] : [])].join(
            ' · ',
          )
        : t('chart.routeLength', { count: points.length, length: whole })}
    </p>
  )
}

const FinishButton = ({ draft }: { readonly draft: Draft }): JSX.Element => {
  const { requests, drawings, sketching } = useChartModel()
  const { points } = draft.drawing
  const name = draft.name.trim()
  const isReady = points.length >= leastPoints && name !== '' && requests.disabledReason.value === undefined
  const finish = async (): Promise<void> => {
    const { routes } = drawings
    const content = { name, points: [...points] }
    const { route } = draft
    const saved = await (route === undefined ? routes.create(content) : routes.change(route, content))
    // A refused drawing stays on the chart.
    if (saved !== undefined) sketching.end()
  }
  return (
    <button
      type="button"
      class="button strong"
      data-testid="draw-finish"
      disabled={!isReady}
      onClick={() => void finish()}
    >
      {t('chart.finish')}
    </button>
  )
}

/** Length, undo, finish and cancel while drawing. */
export const SketchPanel = ({ draft }: { readonly draft: Draft }): JSX.Element => {
  const { sketching } = useChartModel()
  const isMeasuring = draft.kind === 'measuring'
  return (
    <section class="chart-panel" data-testid="sketch-bar" data-points={draft.drawing.points.length}>
      {isMeasuring ? (
        <h2>{t('chart.measure')}</h2>
      ) : (
        <NameField
          label={t('chart.routeName')}
          value={draft.name}
          testId="draw-name"
          onType={(name) => sketching.rename(name)}
        />
      )}
      <Summary draft={draft} />
      <div class="chart-choices">
        <button
          type="button"
          class="button"
          data-testid="draw-undo"
          disabled={draft.drawing.past.length === 0}
          onClick={() => sketching.undo()}
        >
          {t('chart.undo')}
        </button>
        <button type="button" class="button" data-testid="draw-cancel" onClick={() => sketching.end()}>
          {t(isMeasuring ? 'sheet.close' : 'chart.cancel')}
        </button>
        {!isMeasuring && <FinishButton draft={draft} />}
      </div>
    </section>
  )
}
