import type { JSX } from 'preact'
import type { Route } from '@marinedata/model'
import { HoldButton } from '#parts/hold-button.tsx'
import { t } from '#words/words.ts'
import { useFigures } from '#screens/chart/figures.ts'
import { lengthOf } from '#screens/chart/geo/earth.ts'
import { useTable } from '#screens/chart/table-context.ts'
import { nextRouteName } from './route-name.ts'
import { Choice, Panel } from './panel.tsx'

const removeMs = 800

const RouteChoices = ({ route }: { readonly route: Route }): JSX.Element => {
  const table = useTable()
  const { courses, sketching } = table
  const isSailed = courses.course.value?.route?.id === route.id
  const isHindered = courses.hindrance.value !== undefined
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
      <HoldButton
        ms={removeMs}
        testId="route-remove"
        disabled={isHindered || isSailed}
        onHeld={() => void courses.remove(route.id)}
      >
        {t('chart.remove')}
      </HoldButton>
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

/** The routes that were drawn, and the way to another. */
export const RoutesPanel = (): JSX.Element => {
  const table = useTable()
  const { courses, sketching } = table
  const routes = courses.routes.value
  const hindrance = courses.hindrance.value
  return (
    <Panel title={t('chart.routes')} testId="route-list" onClose={() => table.close()}>
      <Choice
        testId="route-new"
        word="chart.newRoute"
        isStrong
        isDisabled={hindrance !== undefined}
        onClick={() => table.beginSketch(() => sketching.draw(nextRouteName(routes)))}
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
    </Panel>
  )
}
