import type { JSX } from 'preact'
import type { Route, Waypoint } from '@marinedata/model'
import { t } from '#words/screen-words.ts'
import { useFigures, useSeen } from '#screens/chart/figures.ts'
import { lengthOf } from '#screens/chart/geo/earth.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'
import { nextName } from './next-name.ts'
import { Choice, Panel } from './panel.tsx'

const RouteChoices = ({ route }: { readonly route: Route }): JSX.Element => {
  const model = useChartModel()
  const { requests, courses, drawings, sketching } = model
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
        onClick={() => void drawings.routes.remove(route)}
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
  const waypoints = useChartModel().drawings.waypoints.items.value
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
  const { requests, drawings, sketching } = model
  const routes = drawings.routes.items.value
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
