import { ChartList, MarineDataError, Type, type ProblemCode } from '@marinedata/model'
import { route, type ResponseShape, type Route } from '../route.ts'
import { sendTile, tileParams, tileTypes, type Tile } from '../tile-reply.ts'

interface TilePlace {
  readonly z: number
  readonly x: number
  readonly y: number
}

export interface ChartRoutesOptions {
  /** `…/v2/api/charts` */
  readonly base: string
  /** The charts in the data folder. */
  readonly charts: {
    list(): Promise<ChartList>
    tile(id: string, place: TilePlace): Promise<Tile | undefined>
  }
  /** The coastlines of the world, shipped with the server. */
  readonly coast: { tile(place: TilePlace): Promise<Tile | undefined> }
}

/** Coastlines only change with a new version of the server; clients revalidate them after a week. */
const cacheForWeek = 'public, max-age=604800, immutable'
/** Private, because shared caches must not serve charts to clients without access. Short, as charts are replaced. */
const cachePrivateForHour = 'private, max-age=3600'

const coastMaxZoom = 8
const missing: readonly ProblemCode[] = ['not-found']

const tileOf = (type: string, description: string): ResponseShape => ({
  description,
  contentType: type,
  schema: Type.String({ format: 'binary' }),
})

const noTile = ({ z, x, y }: TilePlace): MarineDataError =>
  new MarineDataError('not-found', `There is no tile at ${z}/${x}/${y}`)

const isOnMap = ({ z, x, y }: TilePlace): boolean => x < 2 ** z && y < 2 ** z

const coastRoute = ({ coast }: ChartRoutesOptions): Route =>
  route({
    method: 'GET',
    path: '/charts/coast/:z/:x/:y',
    // Public, because coastlines are not confidential.
    scope: 'public',
    operationId: 'getCoastTile',
    summary: 'A tile of the world’s land and coastlines, available offline; not for navigation',
    params: Type.Object(tileParams),
    responses: {
      200: tileOf(
        tileTypes.pbf,
        'A vector tile with the layers `land` and `coast`, extent 4096; zooms 0 to 8',
      ),
      204: { description: 'Open sea' },
    },
    problems: missing,
    handle: async (request, reply) => {
      const place = request.params
      if (place.z > coastMaxZoom || !isOnMap(place)) throw noTile(place)
      const tile = await coast.tile(place)
      reply.header('cache-control', cacheForWeek)
      return tile === undefined ? reply.code(204).send() : await sendTile(request, reply, tile)
    },
  })

/** The coastlines, and the charts in the data folder. */
export const chartRoutes = (options: ChartRoutesOptions): Route[] => [
  coastRoute(options),
  route({
    method: 'GET',
    path: options.base,
    scope: 'read',
    operationId: 'getCharts',
    summary: 'The charts in the data folder',
    responses: { 200: { description: 'Sorted by file name', schema: ChartList } },
    handle: () => options.charts.list(),
  }),
  route({
    method: 'GET',
    path: `${options.base}/:id/:z/:x/:y`,
    scope: 'read',
    operationId: 'getChartTile',
    summary: 'One tile of a chart; rows are counted from the north',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 80 }), ...tileParams }),
    responses: {
      200: tileOf(tileTypes.png, 'The tile, in the format given in the list of charts'),
      204: { description: 'The chart has no tile there' },
    },
    problems: missing,
    handle: async (request, reply) => {
      const { id, ...place } = request.params
      if (!isOnMap(place)) throw noTile(place)
      const tile = await options.charts.tile(id, place)
      reply.header('cache-control', cachePrivateForHour)
      return tile === undefined ? reply.code(204).send() : await sendTile(request, reply, tile)
    },
  }),
]
