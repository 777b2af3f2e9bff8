import { Type, type Static } from '#schema-language.ts'

const degrees = (limit: number) => Type.Number({ minimum: -limit, maximum: limit })

/** File format of the tiles of a chart. */
export const TileFormat = Type.Enum(['png', 'jpg', 'webp', 'pbf'], { $id: 'TileFormat' })
export type TileFormat = 'png' | 'jpg' | 'webp' | 'pbf'

const id = Type.String({ description: 'the id in tile requests' })

/** A readable chart. */
export const ReadableChart = Type.Object(
  {
    id,
    name: Type.String(),
    kind: Type.Enum(['raster', 'vector']),
    format: TileFormat,
    bounds: Type.Tuple([degrees(180), degrees(90), degrees(180), degrees(90)], {
      description: 'degrees: west, south, east, north',
    }),
    minzoom: Type.Integer({ minimum: 0 }),
    maxzoom: Type.Integer({ minimum: 0 }),
    content: Type.Optional(
      Type.Literal('coast', {
        description:
          'only land and coastline, in the layers of the coastline of the server, which it replaces',
      }),
    ),
    attribution: Type.Optional(Type.String({ description: 'copyright notice to display as text' })),
  },
  { $id: 'ReadableChart' },
)
export type ReadableChart = Static<typeof ReadableChart>

/** A chart file that cannot be read. */
export const UnreadableChart = Type.Object(
  {
    id,
    name: Type.String({ description: 'name of the file' }),
    problem: Type.String({ description: 'why it cannot be read, as a sentence' }),
  },
  { $id: 'UnreadableChart' },
)
export type UnreadableChart = Static<typeof UnreadableChart>

/** A chart in the data folder. A chart with a `problem` has no tiles. */
export const Chart = Type.Union([ReadableChart, UnreadableChart], { $id: 'Chart' })
export type Chart = Static<typeof Chart>

/** Sorted by file name. */
export const ChartList = Type.Array(Chart, { $id: 'ChartList' })
export type ChartList = Static<typeof ChartList>

/** Format of a chart file. */
export const ChartFileFormat = Type.Enum(['mbtiles', 'pmtiles'], { $id: 'ChartFileFormat' })
export type ChartFileFormat = 'mbtiles' | 'pmtiles'

/** How an uploaded chart file is stored: its name without the ending, of letters, digits, `-` and `_`. */
export const ChartUpload = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$',
      description: 'name of the file without its ending; the id of the chart',
    }),
    format: ChartFileFormat,
  },
  { $id: 'ChartUpload' },
)
export type ChartUpload = Static<typeof ChartUpload>
