import type { Route } from '@marinedata/model'
import { t } from '#words/words.ts'

/** A name that no route has yet. */
export const nextRouteName = (routes: readonly Pick<Route, 'name'>[]): string => {
  const taken = new Set(routes.map(({ name }) => name))
  for (let number = 1; ; number++) {
    const name = t('chart.routeNumber', { number })
    if (!taken.has(name)) return name
  }
}
