import type { BoatDetails, BoatLimits, LimitLevels, Zone } from '@marinedata/model'
import { sensorAboveKeel } from './boat-rules.ts'

/** A path on which a limit can be watched. */
export interface LimitPath {
  readonly path: string
  /** Undefined when the limit cannot be expressed on this path. */
  readonly zones: readonly Zone[] | undefined
}

/** A limit with the paths on which it can be watched, the best first. */
export interface NamedLimit {
  readonly limit: string
  readonly paths: readonly LimitPath[]
}

const zonesAt = (
  { warn, alarm }: LimitLevels,
  message: string,
  bound: (level: number) => Pick<Zone, 'lower' | 'upper'>,
): Zone[] => [
  ...(warn === undefined ? [] : [{ ...bound(warn), state: 'warn' as const, message }]),
  ...(alarm === undefined ? [] : [{ ...bound(alarm), state: 'alarm' as const, message }]),
]

const below =
  (offset = 0) =>
  (level: number): Pick<Zone, 'upper'> => ({ upper: Math.round((level + offset) * 1000) / 1000 })
const above = (level: number): Pick<Zone, 'lower'> => ({ lower: level })

const depthPaths = (levels: LimitLevels, details: BoatDetails): LimitPath[] => {
  const at = (path: string, offset: number | undefined): LimitPath => ({
    path: `environment.depth.${path}`,
    zones: offset === undefined ? undefined : zonesAt(levels, 'Shallow water', below(offset)),
  })
  return [
    at('belowKeel', 0),
    at('belowTransducer', sensorAboveKeel(details)),
    at('belowSurface', details.draught),
  ]
}

const wind = (limit: 'windTrue' | 'windApparent', levels: LimitLevels | undefined): NamedLimit[] => {
  if (levels === undefined) return []
  const [path, kind] = limit === 'windTrue' ? ['speedTrue', 'true'] : ['speedApparent', 'apparent']
  const zones = zonesAt(levels, `Strong ${kind} wind`, above)
  return [{ limit, paths: [{ path: `environment.wind.${path}`, zones }] }]
}

/** The path of the voltage of a battery. */
export const voltagePath = (battery: string): string => `electrical.batteries.${battery}.voltage`

/** The limits as zones of paths. */
export const namedLimits = (
  { depth, windTrue, windApparent, batteries = {} }: BoatLimits,
  details: BoatDetails,
): NamedLimit[] => [
  ...(depth === undefined ? [] : [{ limit: 'depth', paths: depthPaths(depth, details) }]),
  ...wind('windTrue', windTrue),
  ...wind('windApparent', windApparent),
  ...Object.entries(batteries).map(([battery, levels]) => ({
    limit: `batteries.${battery}`,
    paths: [
      { path: voltagePath(battery), zones: zonesAt(levels, `Low voltage: battery ${battery}`, below()) },
    ],
  })),
]
