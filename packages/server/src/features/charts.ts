import { join } from 'node:path'
import { ChartFolder } from '../charts/chart-folder.ts'
import { openCoast } from '../charts/coast.ts'
import { chartRoutes } from '../http/routes/chart-routes.ts'
import type { Base, Feature } from '../compose/feature.ts'

/** The chart files and the coast line. Files are read on request. */
export const chartFeature = ({ folder, api }: Base): Feature => ({
  routes: chartRoutes({
    base: `${api}/charts`,
    charts: new ChartFolder(join(folder, 'charts'), () => performance.now()),
    coast: openCoast(),
  }),
})
