import type { ProductWord } from '@marinedata/model'
import { join } from 'node:path'
import { ChartFolder } from '../charts/chart-folder.ts'
import { openCoast } from '../charts/coast.ts'
import { chartRoutes, type ChartRoutesOptions } from '../http/routes/chart-routes.ts'
import type { Route } from '../http/route.ts'

export type Charts = Pick<ChartRoutesOptions, 'charts' | 'coast'>

/** The chart files and the coast line. Files are read on request. */
export const composeCharts = (dataFolder: string): Charts => ({
  charts: new ChartFolder(join(dataFolder, 'charts'), () => performance.now()),
  coast: openCoast(),
})

export const chartRoutesOf = (parts: Charts, productWord: ProductWord): Route[] =>
  chartRoutes({ base: `/${productWord}/v2/api/charts`, ...parts })
