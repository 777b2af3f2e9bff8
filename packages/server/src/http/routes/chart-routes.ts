import {
  completed,
  Chart,
  ChartList,
  ChartUpload,
  Completed,
  MarineDataError,
  Type,
  type Actor,
  type ProblemCode,
} from '@marinedata/model'
import type { Readable } from 'node:stream'
import { actorOf } from '#gate.ts'
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
    /** The chart of a file that was just added. */
    added(file: string): Promise<Chart>
    /** Resolves with the name of the file. */
    remove(id: string): Promise<string>
  }
  /** Resolves with the name of the file. */
  readonly receive: (
    upload: ChartUpload & { length: number | undefined },
    content: Readable,
  ) => Promise<string>
  /** Records a change in the audit. */
  readonly note: (event: { operation: string; actor: Actor; subject: string }) => void
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

const chartId = Type.String({ minLength: 1, maxLength: 80 })

const lengthOf = (header: string | undefined): number | undefined =>
  header === undefined ? undefined : Number(header)

const uploadProblems: readonly ProblemCode[] = [
  'invalid-query',
  'invalid-value',
  'bad-request',
  'name-taken',
  'too-large',
  'unsupported-media-type',
  'too-many-requests',
  'storage-full',
]

/** Adding and deleting chart files. */
const fileRoutes = ({ base, charts, receive, note }: ChartRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: base,
    scope: 'admin',
    operationId: 'addChart',
    summary: 'Adds a chart file to the data folder; it is checked before it appears',
    query: ChartUpload,
    isUpload: true,
    responses: { 201: { description: 'The chart can be used', schema: Chart } },
    problems: uploadProblems,
    handle: async (request, reply) => {
      const length = lengthOf(request.header('content-length'))
      const file = await receive({ ...request.query, length }, request.upload)
      note({ operation: 'chart-added', actor: actorOf(request), subject: file })
      return await reply.code(201).send(await charts.added(file))
    },
  }),
  route({
    method: 'DELETE',
    path: `${base}/:id`,
    scope: 'admin',
    operationId: 'deleteChart',
    summary: 'Deletes the file of a chart',
    params: Type.Object({ id: chartId }),
    responses: { 200: { description: 'The file is deleted', schema: Completed } },
    problems: [...missing, 'storage-full'],
    handle: async (request) => {
      const file = await charts.remove(request.params.id)
      note({ operation: 'chart-deleted', actor: actorOf(request), subject: file })
      return completed
    },
  }),
]

/** The coastlines, and the charts in the data folder. */
export const chartRoutes = (options: ChartRoutesOptions): Route[] => [
  coastRoute(options),
  ...fileRoutes(options),
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
    params: Type.Object({ id: chartId, ...tileParams }),
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
