import { join } from 'node:path'
import { ChartFolder, mostChartFiles } from '../charts/chart-folder.ts'
import { ChartUploads } from '../charts/chart-uploads.ts'
import { MbtilesReader } from '../charts/mbtiles-reader.ts'
import { openCoast } from '../charts/coast.ts'
import { chartRoutes } from '../http/routes/chart-routes.ts'
import type { Base, Feature } from '../compose/feature.ts'

const megabyte = 1e6

/** The chart files and the coast line. Files are read on request. */
export const chartFeature = ({ folder: dataFolder, api, settings, store, core, log }: Base): Feature => {
  const folder = join(dataFolder, 'charts')
  const reader = new MbtilesReader()
  const charts = new ChartFolder(folder, () => performance.now(), reader)
  const { largestFile = 4_000, reserve = 500 } = settings.charts ?? {}
  const uploads = new ChartUploads({
    folder,
    largest: largestFile * megabyte,
    reserve: reserve * megabyte,
    names: () => charts.names(),
    mostFiles: mostChartFiles,
    reader,
  })
  return {
    routes: chartRoutes({
      base: `${api}/charts`,
      charts,
      coast: openCoast(),
      receive: (upload, content) => uploads.receive(upload, content),
      note: (event) => store.audit.recordEvent({ kind: 'settings', ...event }, core.clock.timestamp()),
    }),
    start: () => {
      uploads
        .removeLeftovers()
        .catch((error: unknown) =>
          log.warn({ event: 'charts.leftovers', err: error }, 'leftovers of uploads could not be removed'),
        )
      return reader
    },
  }
}
