import type { WordKey } from '#words/screen-words.ts'
import type { BoatPath } from '#units/boat-paths.ts'
import { layoutLimits, newTile, usualSize, type InstrumentPage, type Tile, type TileKind } from './layout.ts'
import { groupsIn } from './tile-groups.ts'

/** One or more tiles of a preset: `*` matches any segment, and each matching path gets a tile. */
type Wanted = readonly [kind: TileKind, path: string]

interface Preset {
  readonly id: string
  readonly word: WordKey
  /** The preset is offered if the boat sends one of these. */
  readonly needs: readonly string[]
  readonly tiles: readonly Wanted[]
  /** Whether the page has a tile for each value that can be set. */
  readonly hasControls?: boolean
  /** Graphs that fill the room beside the sailing dial, if the boat sends few values. */
  readonly fill?: readonly string[]
}

/** The boat shows one depth: the first of these that it sends. */
const depths = [
  'environment.depth.belowKeel',
  'environment.depth.belowTransducer',
  'environment.depth.belowSurface',
] as const
const anyDepth = 'environment.depth.*'

export const presets: readonly Preset[] = [
  {
    id: 'sail',
    word: 'instruments.preset.sail',
    needs: ['environment.wind.angleApparent', 'environment.wind.angleTrueWater'],
    tiles: [
      ['sail', ''],
      ['number', 'navigation.speedOverGround'],
      ['number', 'environment.wind.directionTrue'],
      ['number', anyDepth],
      ['number', 'navigation.courseOverGroundTrue'],
      ['number', 'performance.velocityMadeGood'],
      ['number', 'performance.polarSpeedRatio'],
      ['number', 'navigation.courseGreatCircle.nextPoint.distance'],
      ['number', 'performance.velocityMadeGoodToWaypoint'],
      ['number', 'navigation.courseGreatCircle.crossTrackError'],
      ['number', 'navigation.attitude:roll'],
    ],
    fill: ['environment.wind.speedTrue', 'navigation.speedThroughWater'],
  },
  {
    id: 'motor',
    word: 'instruments.preset.motor',
    needs: ['navigation.speedOverGround', 'propulsion.*.revolutions'],
    tiles: [
      ['dial', 'propulsion.*.revolutions'],
      ['graph', 'navigation.speedOverGround'],
      ['graph', anyDepth],
      ['number', 'navigation.courseOverGroundTrue'],
      ['number', 'navigation.headingMagnetic'],
      ['number', 'navigation.speedThroughWater'],
      ['number', 'steering.rudderAngle'],
      ['number', 'propulsion.*.fuel.rate'],
      ['number', 'navigation.courseGreatCircle.nextPoint.distance'],
      ['number', 'navigation.courseGreatCircle.crossTrackError'],
      ['group', 'navigation.position'],
    ],
  },
  {
    id: 'engine',
    word: 'instruments.preset.engine',
    needs: ['propulsion.*.revolutions', 'propulsion.*.oilPressure', 'tanks.*.*.currentLevel'],
    tiles: [
      ['dial', 'propulsion.*.revolutions'],
      ['dial', 'propulsion.*.coolantTemperature'],
      ['dial', 'propulsion.*.temperature'],
      ['dial', 'propulsion.*.oilPressure'],
      ['graph', 'propulsion.*.fuel.rate'],
      ['dial', 'propulsion.*.exhaustTemperature'],
      ['bar', 'propulsion.*.engineLoad'],
      ['number', 'propulsion.*.alternatorVoltage'],
      ['number', 'propulsion.*.runTime'],
      ['bar', 'tanks.*.*.currentLevel'],
    ],
  },
  {
    id: 'batteries',
    word: 'instruments.preset.batteries',
    needs: ['electrical.batteries.*.voltage', 'electrical.batteries.*.capacity.stateOfCharge'],
    tiles: [
      ['dial', 'electrical.batteries.*.voltage'],
      ['graph', 'electrical.batteries.*.current'],
      ['bar', 'electrical.batteries.*.capacity.stateOfCharge'],
      ['number', 'electrical.batteries.*.capacity.timeRemaining'],
      ['number', 'electrical.batteries.*.temperature'],
      ['group', 'electrical.batteries.*'],
    ],
  },
  { id: 'switches', word: 'instruments.preset.switches', needs: [], tiles: [], hasControls: true },
]

const fits = (pattern: string, path: string): boolean => {
  const [wanted, sent] = [pattern.split('.'), path.split('.')]
  return (
    wanted.length === sent.length && wanted.every((segment, at) => segment === '*' || segment === sent[at])
  )
}

/** The paths of this boat that match a pattern. */
const pathsFor = (pattern: string, sent: readonly string[]): readonly string[] => {
  const found = sent.filter((path) => fits(pattern, path))
  return pattern === anyDepth ? depths.filter((path) => found.includes(path)).slice(0, 1) : found
}

const tilesFor = ([kind, pattern]: Wanted, sent: readonly string[]): readonly Tile[] => {
  if (kind === 'sail') return [newTile('sail')]
  const paths = kind === 'group' ? groupsIn(sent, pattern) : pathsFor(pattern, sent)
  return paths.map((path) => newTile(kind, path))
}

/** Rows beside the sailing dial, in two columns, that its tiles leave free. */
const freeRows = (tiles: readonly Tile[]): number => usualSize.sail.height - Math.ceil((tiles.length - 1) / 2)

/** Graphs that fill the free rows; they need two. */
const fillingGraphs = (
  tiles: readonly Tile[],
  fill: readonly string[],
  sent: readonly string[],
): readonly Tile[] => {
  const height = freeRows(tiles)
  return height < usualSize.graph.height
    ? []
    : fill.filter((path) => sent.includes(path)).map((path) => ({ ...newTile('graph', path), height }))
}

const numbersIn = (paths: readonly BoatPath[]): readonly string[] =>
  paths.filter(({ type }) => type === 'number').map(({ path }) => path)

/** Pages made of what the boat sends; a preset of which it sends nothing is not offered. */
export const presetPages = (paths: readonly BoatPath[]): readonly InstrumentPage[] => {
  const sent = numbersIn(paths)
  const controls = paths
    .filter(({ isControl }) => isControl === true)
    .map(({ path }) => newTile('control', path))
  return presets
    .filter(
      ({ needs, hasControls = false }) =>
        needs.some((pattern) => pathsFor(pattern, sent).length > 0) || (hasControls && controls.length > 0),
    )
    .map(({ id, tiles: wantedTiles, hasControls = false, fill = [] }) => {
      const tiles = hasControls ? controls : wantedTiles.flatMap((wanted) => tilesFor(wanted, sent))
      const graphs = fillingGraphs(tiles, fill, sent)
      return { id, name: '', tiles: [...tiles, ...graphs].slice(0, layoutLimits.tiles) }
    })
}

/** The kinds of tile that can show a path; the first is the usual one. */
export const kindsFor = (
  { type, isControl = false }: Pick<BoatPath, 'type' | 'isControl'>,
  hasScale: boolean,
): readonly TileKind[] => {
  const numbers = hasScale ? (['number', 'dial', 'bar', 'graph'] as const) : (['number', 'graph'] as const)
  const shown: readonly TileKind[] = type === 'text' ? ['text'] : numbers
  return isControl ? ['control', ...shown] : shown
}
