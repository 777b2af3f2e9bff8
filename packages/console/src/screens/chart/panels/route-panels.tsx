import type { Route, Waypoint } from '@marinedata/model'
import type { JSX } from 'preact'
import { useFigures, useSeen, seenFrom } from '#screens/chart/figures.ts'
import { lengthOf } from '#screens/chart/geo/earth.ts'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { nextName } from '#screens/chart/state/resources.ts'
import type { Draft } from '#screens/chart/state/sketching.ts'
import { t } from '#words/screen-words.ts'
import { Choice, Panel, NameField } from './panel.tsx'

const RouteChoices = ({ route }: { readonly route: Route }): JSX.Element => {
  const model = useChartModel()
  const { requests, courses, routeStore, sketching } = model
  const isSailed = courses.course.value?.route?.id === route.id
  const isBlocked = requests.disabledReason.value !== undefined
  const sail = async (): Promise<void> => {
    if (await courses.sail(route.id)) model.close()
  }
  return (
    <div class="chart-choices">
      {isSailed ? (
        <span class="chart-sailed">{t('chart.sailed')}</span>
      ) : (
        <Choice testId="route-sail" word="chart.sail" isDisabled={isBlocked} onClick={() => void sail()} />
      )}
      <Choice
        testId="route-change"
        word="chart.change"
        isDisabled={isBlocked}
        onClick={() => model.beginSketch(() => sketching.change(route))}
      />
      <Choice
        testId="route-remove"
        word="chart.remove"
        isDisabled={isBlocked || isSailed}
        onClick={() => void routeStore.routes.remove(route)}
      />
    </div>
  )
}

const RouteEntry = ({ route }: { readonly route: Route }): JSX.Element => {
  const figures = useFigures()
  const length = figures('distance', lengthOf(route.points))
  return (
    <li class="chart-route" data-testid="route-entry">
      <div>
        <strong>{route.name}</strong>
        <span class="quiet small">{t('chart.routeLength', { count: route.points.length, length })}</span>
      </div>
      <RouteChoices route={route} />
    </li>
  )
}

const WaypointEntry = ({ waypoint }: { readonly waypoint: Waypoint }): JSX.Element => {
  const model = useChartModel()
  const seen = useSeen()
  return (
    <li>
      <button
        type="button"
        class="chart-row one"
        data-testid="waypoint-row"
        onClick={() => model.showWaypoint(waypoint)}
      >
        <span class="chart-row-name">{waypoint.name}</span>
        <span class="chart-row-place">{seen(waypoint.position)}</span>
      </button>
    </li>
  )
}

const Waypoints = (): JSX.Element => {
  const waypoints = useChartModel().routeStore.waypoints.items.value
  return (
    <>
      <h3>{t('chart.waypoints')}</h3>
      {waypoints.length === 0 ? (
        <p class="quiet">{t('chart.noWaypoints')}</p>
      ) : (
        <ul class="chart-list">
          {waypoints.map((waypoint) => (
            <WaypointEntry key={waypoint.id} waypoint={waypoint} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Routes and waypoints, and a button for a new route. */
export const RoutesPanel = (): JSX.Element => {
  const model = useChartModel()
  const { requests, routeStore, sketching } = model
  const routes = routeStore.routes.items.value
  const disabledReason = requests.disabledReason.value
  return (
    <Panel title={t('chart.routes')} testId="route-list" onClose={() => model.close()}>
      <Choice
        testId="route-new"
        word="chart.newRoute"
        isStrong
        isDisabled={disabledReason !== undefined}
        onClick={() => model.beginSketch(() => sketching.draw(nextName('chart.routeNumber', routes)))}
      />
      {disabledReason !== undefined && <p class="quiet small">{t(disabledReason)}</p>}
      {routes.length === 0 ? (
        <p class="quiet">{t('chart.noRoutes')}</p>
      ) : (
        <ul class="chart-list">
          {routes.map((route) => (
            <RouteEntry key={route.id} route={route} />
          ))}
        </ul>
      )}
      <Waypoints />
    </Panel>
  )
}

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
  const { requests, routeStore, sketching } = useChartModel()
  const { points } = draft.drawing
  const name = draft.name.trim()
  const isReady = points.length >= leastPoints && name !== '' && requests.disabledReason.value === undefined
  const finish = async (): Promise<void> => {
    const { routes } = routeStore
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
