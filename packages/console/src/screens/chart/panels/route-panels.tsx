import type { Route, Waypoint } from '@marinedata/model'
import type { JSX } from 'preact'
import { useSeen } from '#screens/chart/figures.ts'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { nextName } from '#screens/chart/state/resources.ts'
import { dashes } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { GpxExport, GpxImport } from './gpx-choices.tsx'
import { Choice, Panel } from './panel.tsx'
import { RoutePlan, useRouteSummary } from './plan-parts.tsx'

interface RouteProps {
  readonly route: Route
}

/** Start, or that the route is active. */
const StartChoice = ({ route }: RouteProps): JSX.Element => {
  const model = useChartModel()
  const { requests, courses } = model
  const isSailed = courses.course.value?.route?.id === route.id
  const sail = async (): Promise<void> => {
    if (await courses.sail(route.id)) model.close()
  }
  if (isSailed) return <span class="chart-sailed">{t('chart.sailed')}</span>
  return (
    <Choice
      testId="route-sail"
      word="chart.sail"
      isStrong
      isDisabled={requests.disabledReason.value !== undefined}
      onClick={() => void sail()}
    />
  )
}

/** Changes of a saved route. An active route is not reversed or deleted. */
const ChangeChoices = ({ route }: RouteProps): JSX.Element => {
  const model = useChartModel()
  const { requests, courses, routeStore, sketching } = model
  const isBlocked = requests.disabledReason.value !== undefined
  const isSailed = courses.course.value?.route?.id === route.id
  const { name, points } = route
  const remove = async (): Promise<void> => {
    if (await routeStore.routes.remove(route)) model.open('routes')
  }
  return (
    <>
      <Choice
        testId="route-change"
        word="chart.change"
        isDisabled={isBlocked}
        onClick={() => model.beginSketch(() => sketching.change(route))}
      />
      <Choice
        testId="route-reverse"
        word="chart.reverse"
        isDisabled={isBlocked || isSailed}
        onClick={() => void routeStore.routes.change(route, { name, points: points.toReversed() })}
      />
      <GpxExport routes={[route]} name={name} />
      <Choice
        testId="route-remove"
        word="chart.remove"
        isDisabled={isBlocked || isSailed}
        onClick={() => void remove()}
      />
    </>
  )
}

/** A route: start, its legs at the plan speed, and changes. */
export const RoutePanel = ({ id }: { readonly id: string }): JSX.Element => {
  const model = useChartModel()
  const summary = useRouteSummary()
  const route = model.routeStore.routes.items.value.find((each) => each.id === id)
  const disabledReason = model.requests.disabledReason.value
  return (
    <Panel title={route?.name ?? dashes} testId="route-card" onClose={() => model.close()}>
      {route === undefined ? (
        <p class="quiet">{t('chart.routeGone')}</p>
      ) : (
        <>
          <p class="chart-sum" data-testid="route-summary">
            {summary(route.points)}
          </p>
          <div class="chart-choices">
            <StartChoice route={route} />
            <ChangeChoices route={route} />
          </div>
          {disabledReason !== undefined && <p class="quiet small">{t(disabledReason)}</p>}
          <RoutePlan points={route.points} />
        </>
      )}
    </Panel>
  )
}

const RouteEntry = ({ route }: RouteProps): JSX.Element => {
  const model = useChartModel()
  const summary = useRouteSummary()
  return (
    <li class="chart-route" data-testid="route-entry">
      <button
        type="button"
        class="chart-row one"
        data-testid="route-row"
        onClick={() => model.showRoute(route)}
      >
        <span class="chart-row-name">{route.name}</span>
        <span class="chart-row-place">{summary(route.points)}</span>
      </button>
      <StartChoice route={route} />
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
      <div class="chart-choices">
        <GpxImport />
        <GpxExport routes={routes} waypoints={routeStore.waypoints.items.value} name={t('chart.routes')} />
      </div>
    </Panel>
  )
}
