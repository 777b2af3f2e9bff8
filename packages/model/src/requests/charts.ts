import { Type, type Static } from '#schema-language.ts'

const degrees = (limit: number) => Type.Number({ minimum: -limit, maximum: limit })

/** What each tile of a chart is. */
export const TileFormat = Type.Enum(['png', 'jpg', 'webp', 'pbf'], { $id: 'TileFormat' })
export type TileFormat = 'png' | 'jpg' | 'webp' | 'pbf'

const id = Type.String({ description: 'by which its tiles are asked for' })

/** A chart that can be shown. */
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
    attribution: Type.Optional(Type.String({ description: 'whose work it is, to be shown as text' })),
  },
  { $id: 'ReadableChart' },
)
export type ReadableChart = Static<typeof ReadableChart>

/** A file that is there, and cannot be shown. */
export const UnreadableChart = Type.Object(
  {
    id,
    name: Type.String({ description: 'of the file' }),
    problem: Type.String({ description: 'why, as a sentence' }),
  },
  { $id: 'UnreadableChart' },
)
export type UnreadableChart = Static<typeof UnreadableChart>

/** A chart of the data folder; one that has a `problem` has no tiles. */
export const Chart = Type.Union([ReadableChart, UnreadableChart], { $id: 'Chart' })
export type Chart = Static<typeof Chart>

/** By the names of their files. */
export const ChartList = Type.Array(Chart, { $id: 'ChartList' })
export type ChartList = Static<typeof ChartList>
