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
  /** The charts that were put into the data folder. */
  readonly charts: {
    list(): Promise<ChartList>
    tile(id: string, place: TilePlace): Promise<Tile | undefined>
  }
  /** The coasts of the world, which come with the server. */
  readonly coast: { tile(place: TilePlace): Promise<Tile | undefined> }
}

/** Coasts change with the server; a week later it is asked whether they did. */
const forAWeek = 'public, max-age=604800, immutable'
/** Whoever may not read must not find it in a cache that others share; a chart may be replaced. */
const forAnHour = 'private, max-age=3600'

const deepestCoast = 8
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
    // Where the land is, is no secret.
    scope: 'public',
    operationId: 'getCoastTile',
    summary: 'Land and coasts of the world, without internet: an outline, not for navigation',
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
      if (place.z > deepestCoast || !isOnMap(place)) throw noTile(place)
      const tile = await coast.tile(place)
      reply.header('cache-control', forAWeek)
      return tile === undefined ? reply.code(204).send() : await sendTile(request, reply, tile)
    },
  })

/** The coastline, and the charts that were put into the data folder. */
export const chartRoutes = (options: ChartRoutesOptions): Route[] => [
  coastRoute(options),
  route({
    method: 'GET',
    path: options.base,
    scope: 'read',
    operationId: 'getCharts',
    summary: 'The charts in the data folder',
    responses: { 200: { description: 'By the names of their files', schema: ChartList } },
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
      200: tileOf(tileTypes.png, 'The tile, of the format that the list names'),
      204: { description: 'The chart shows nothing there' },
    },
    problems: missing,
    handle: async (request, reply) => {
      const { id, ...place } = request.params
      if (!isOnMap(place)) throw noTile(place)
      const tile = await options.charts.tile(id, place)
      reply.header('cache-control', forAnHour)
      return tile === undefined ? reply.code(204).send() : await sendTile(request, reply, tile)
    },
  }),
]
