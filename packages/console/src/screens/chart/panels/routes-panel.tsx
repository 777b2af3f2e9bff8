import type { JSX } from 'preact'
import type { Route, Waypoint } from '@marinedata/model'
import { t } from '#words/chart.ts'
import { useFigures, useSeen } from '#screens/chart/figures.ts'
import { lengthOf } from '#screens/chart/geo/earth.ts'
import { useTable } from '#screens/chart/table-context.ts'
import { nextName } from './next-name.ts'
import { Choice, Panel } from './panel.tsx'

const RouteChoices = ({ route }: { readonly route: Route }): JSX.Element => {
  const table = useTable()
  const { asker, courses, drawings, sketching } = table
  const isSailed = courses.course.value?.route?.id === route.id
  const isHindered = asker.hindrance.value !== undefined
  const sail = async (): Promise<void> => {
    if (await courses.sail(route.id)) table.close()
  }
  return (
    <div class="chart-choices">
      {isSailed ? (
        <span class="chart-sailed">{t('chart.sailed')}</span>
      ) : (
        <Choice testId="route-sail" word="chart.sail" isDisabled={isHindered} onClick={() => void sail()} />
      )}
      <Choice
        testId="route-change"
        word="chart.change"
        isDisabled={isHindered}
        onClick={() => table.beginSketch(() => sketching.change(route))}
      />
      <Choice
        testId="route-remove"
        word="chart.remove"
        isDisabled={isHindered || isSailed}
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
  const table = useTable()
  const seen = useSeen()
  return (
    <li>
      <button
        type="button"
        class="chart-row one"
        data-testid="waypoint-row"
        onClick={() => table.showWaypoint(waypoint)}
      >
        <span class="chart-row-name">{waypoint.name}</span>
        <span class="chart-row-place">{seen(waypoint.position)}</span>
      </button>
    </li>
  )
}

const Waypoints = (): JSX.Element => {
  const waypoints = useTable().drawings.waypoints.items.value
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

/** The routes that were drawn, the way to another, and the places that were kept. */
export const RoutesPanel = (): JSX.Element => {
  const table = useTable()
  const { asker, drawings, sketching } = table
  const routes = drawings.routes.items.value
  const hindrance = asker.hindrance.value
  return (
    <Panel title={t('chart.routes')} testId="route-list" onClose={() => table.close()}>
      <Choice
        testId="route-new"
        word="chart.newRoute"
        isStrong
        isDisabled={hindrance !== undefined}
        onClick={() => table.beginSketch(() => sketching.draw(nextName('chart.routeNumber', routes)))}
      />
      {hindrance !== undefined && <p class="quiet small">{t(hindrance)}</p>}
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
