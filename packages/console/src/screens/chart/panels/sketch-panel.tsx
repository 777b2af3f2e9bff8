import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { seenFrom, useFigures } from '#screens/chart/figures.ts'
import { lengthOf } from '@marinedata/console-map/earth'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import type { Draft } from '#screens/chart/state/sketching.ts'
import { t } from '#words/screen-words.ts'
import { Choice, NameField } from './panel.tsx'
import { RoutePlan, useRouteSummary } from './plan-parts.tsx'

interface DraftProps {
  readonly draft: Draft
}

/** A path needs two points. */
const leastPoints = 2

const Summary = ({ draft }: DraftProps): JSX.Element => {
  const figures = useFigures()
  const summary = useRouteSummary()
  const { points } = draft.drawing
  const [last, before] = [points.at(-1), points.at(-2)]
  if (last === undefined || before === undefined) return <p class="quiet small">{t('chart.drawHint')}</p>
  const { bearing, range } = seenFrom(before, last)
  const leg = `${figures('distance', range)} · ${figures('bearing', bearing)}`
  const whole = t('chart.measuredWhole', { range: figures('distance', lengthOf(points)) })
  const measured = [leg, ...(points.length > leastPoints ? [whole] : [])].join(' · ')
  return (
    <p class="chart-sum" data-testid="sketch-sum">
      {draft.kind === 'measuring' ? measured : summary(points)}
    </p>
  )
}

const FinishButton = ({ draft }: DraftProps): JSX.Element => {
  const { requests, routeStore, sketching, panel } = useChartModel()
  const { points } = draft.drawing
  const name = draft.name.trim()
  const isReady = points.length >= leastPoints && name !== '' && requests.disabledReason.value === undefined
  const finish = async (): Promise<void> => {
    const { routes } = routeStore
    const content = { name, points: [...points] }
    const { route } = draft
    const saved = await (route === undefined ? routes.create(content) : routes.change(route, content))
    // A refused drawing stays on the chart.
    if (saved === undefined) return
    sketching.end()
    // Its panel offers to start the route.
    panel.value = { kind: 'route', id: saved.id }
  }
  return (
    <Choice
      testId="draw-finish"
      word="chart.finish"
      isStrong
      isDisabled={!isReady}
      onClick={() => void finish()}
    />
  )
}

interface EditProps extends DraftProps {
  readonly isPlanOpen: boolean
  /** Opens or closes the table of legs. */
  readonly onPlan: () => void
}

const EditChoices = ({ draft, isPlanOpen, onPlan }: EditProps): JSX.Element => {
  const { sketching } = useChartModel()
  const { points } = draft.drawing
  return (
    <>
      <Choice
        testId="draw-reverse"
        word="chart.reverse"
        isDisabled={points.length < leastPoints}
        onClick={() => sketching.reverseRoute()}
      />
      <button
        type="button"
        class="button"
        data-testid="draw-remove"
        disabled={draft.chosen === undefined}
        onClick={() => sketching.removeChosen()}
      >
        {draft.chosen === undefined
          ? t('chart.removePoint')
          : t('chart.removePointNumber', { number: draft.chosen + 1 })}
      </button>
      <button
        type="button"
        class="button"
        data-testid="draw-plan"
        aria-pressed={isPlanOpen}
        disabled={points.length < leastPoints}
        onClick={onPlan}
      >
        {t('chart.legs')}
      </button>
    </>
  )
}

const RouteName = ({ draft }: DraftProps): JSX.Element => {
  const { sketching } = useChartModel()
  return (
    <NameField
      label={t('chart.routeName')}
      value={draft.name}
      testId="draw-name"
      onType={(name) => sketching.rename(name)}
    />
  )
}

/** Length, plan, undo, finish and cancel while drawing. */
export const SketchPanel = ({ draft }: DraftProps): JSX.Element => {
  const { sketching } = useChartModel()
  const isMeasuring = draft.kind === 'measuring'
  // Closed at first: while drawing, the chart needs the room.
  const [isPlanOpen, setPlanOpen] = useState(false)
  const { points, past } = draft.drawing
  return (
    <section class="chart-panel chart-sketch" data-testid="sketch-bar" data-points={points.length}>
      {isMeasuring ? <h2>{t('chart.measure')}</h2> : <RouteName draft={draft} />}
      <Summary draft={draft} />
      {isPlanOpen && (
        <RoutePlan points={points} chosen={draft.chosen} onChoose={(index) => sketching.choose(index)} />
      )}
      <div class="chart-choices">
        {!isMeasuring && (
          <EditChoices draft={draft} isPlanOpen={isPlanOpen} onPlan={() => setPlanOpen(!isPlanOpen)} />
        )}
        <Choice
          testId="draw-undo"
          word="chart.undo"
          isDisabled={past.length === 0}
          onClick={() => sketching.undo()}
        />
        <Choice
          testId="draw-cancel"
          word={isMeasuring ? 'sheet.close' : 'chart.cancel'}
          onClick={() => sketching.end()}
        />
        {!isMeasuring && <FinishButton draft={draft} />}
      </div>
    </section>
  )
}
