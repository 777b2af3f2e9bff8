/** Graphs on one screen; on a phone fewer have room. */
export const graphLimits = { graphs: 6, onPhone: 4, pathLength: 128 } as const

/** The first recorded path of each line is a graph, unless the user has chosen graphs. */
const usualGraphs: readonly (readonly string[])[] = [
  ['navigation.speedOverGround', 'navigation.speedThroughWater'],
  ['environment.wind.speedTrue', 'environment.wind.speedApparent', 'environment.wind.speedOverGround'],
  [
    'environment.wind.directionTrue',
    'environment.wind.directionMagnetic',
    'environment.wind.angleTrueWater',
    'environment.wind.angleApparent',
  ],
  ['environment.depth.belowKeel', 'environment.depth.belowTransducer', 'environment.depth.belowSurface'],
  ['environment.outside.pressure'],
  ['electrical.batteries.*.voltage', 'electrical.batteries.*.capacity.stateOfCharge'],
]

/** The graphs of a night at anchor. */
const anchorGraphs: readonly (readonly string[])[] = [
  usualGraphs[1] ?? [],
  usualGraphs[2] ?? [],
  ['navigation.anchor.currentRadius', 'navigation.anchor.distanceFromBow'],
  usualGraphs[3] ?? [],
]

const fits = (pattern: string, path: string): boolean => {
  const [wanted, found] = [pattern.split('.'), path.split('.')]
  return wanted.length === found.length && wanted.every((word, at) => word === '*' || word === found[at])
}

const graphsOf = (wanted: readonly (readonly string[])[], recorded: readonly string[]): readonly string[] =>
  wanted
    .map((line) =>
      line.map((pattern) => recorded.find((path) => fits(pattern, path))).find((path) => path !== undefined),
    )
    .filter((path) => path !== undefined)

/** Default graphs: the usual ones, otherwise the first that were recorded. */
export const standardGraphs = (recorded: readonly string[]): readonly string[] => {
  const usual = graphsOf(usualGraphs, recorded)
  return usual.length === 0 ? recorded.slice(0, graphLimits.onPhone) : usual
}

export const graphsAtAnchor = (recorded: readonly string[]): readonly string[] =>
  graphsOf(anchorGraphs, recorded)

/** Recorded, but no numbers over time: positions have the track, alerts the line of events. */
const ignored = ['navigation.position', 'notifications.', 'navigation.datetime', 'navigation.anchor.position']

/** The recorded paths that can be a graph. */
export const graphPaths = (recorded: readonly string[], texts: ReadonlySet<string>): readonly string[] =>
  recorded.filter((path) => !texts.has(path) && !ignored.some((start) => path.startsWith(start)))

/** Parses the stored choice. Undefined if it is missing or invalid. */
export const graphsFrom = (stored: unknown): readonly string[] | undefined => {
  const { graphs } = Object(stored) as Readonly<Record<string, unknown>>
  if (!Array.isArray(graphs) || graphs.length === 0 || graphs.length > graphLimits.graphs) return undefined
  const areValid = graphs.every(
    (path) => typeof path === 'string' && path !== '' && path.length <= graphLimits.pathLength,
  )
  // Each was checked.
  return areValid && new Set(graphs).size === graphs.length ? (graphs as string[]) : undefined
}

/** A graph more or less. Unchanged if there is no room. */
export const toggled = (graphs: readonly string[], path: string): readonly string[] => {
  if (graphs.includes(path)) return graphs.filter((graph) => graph !== path)
  return graphs.length < graphLimits.graphs ? [...graphs, path] : graphs
}
