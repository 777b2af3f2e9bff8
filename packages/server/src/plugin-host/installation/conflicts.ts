import type { PluginConflict, PluginReport } from '@marinedata/model'
import type { PluginManifest } from '@marinedata/plugin-api/host'
import { patternCovers } from '../rights/claims.ts'

/** A plugin that the server knows. */
export interface KnownPlugin {
  readonly name: string
  readonly origin: PluginReport['origin']
  readonly isEnabled: boolean
  readonly manifest: PluginManifest | undefined
}

/** So many values or alerts of one plugin are named. The first ones show what it is about. */
const mostNamed = 5

const inBoth = (own: readonly string[] = [], others: readonly string[] = []): string[] =>
  own.filter((each) => others.includes(each))

const overlapping = (own: readonly string[] = [], others: readonly string[] = []): string[] =>
  own
    .filter((pattern) =>
      others.some((other) => patternCovers(other, pattern) || patternCovers(pattern, other)),
    )
    .slice(0, mostNamed)

const isAutopilot = ({ provides }: PluginManifest): boolean => provides?.includes('autopilot') === true

/** The kinds of buses on which a plugin sends: a plugin that only receives cannot conflict. */
const steeredBuses = ({ buses = [] }: PluginManifest): string[] => [
  ...new Set(buses.flatMap(({ kind, sends = [] }) => (sends.length === 0 ? [] : [kind]))),
]

/**
 * Whether a plugin only computes. Several inputs for the same value are normal, and the source priorities choose among
 * them. Two plugins that compute the same value do the same work, and someone has to choose one.
 */
const isComputing = ({ writes, needs = [], provides = [], buses = [], offers }: PluginManifest): boolean =>
  writes?.sources === undefined &&
  provides.length + buses.length === 0 &&
  offers === undefined &&
  !needs.some((need) => need === 'network' || need === 'serial-ports')

const computedByBoth = (one: PluginManifest, other: PluginManifest): Omit<PluginConflict, 'plugin'>[] => {
  if (!isComputing(one) || !isComputing(other)) return []
  const paths = overlapping(one.writes?.paths, other.writes?.paths)
  const alerts = overlapping(one.notifications, other.notifications)
  return [
    ...paths.map((value) => ({ kind: 'path' as const, value })),
    ...alerts.map((value) => ({ kind: 'notification' as const, value })),
  ]
}

const conflictsBetween = (one: PluginManifest, other: PluginManifest): PluginConflict[] => {
  // Two autopilots on one bus would answer each other. A history or the weather may have several providers.
  const steered = isAutopilot(one) && isAutopilot(other) ? inBoth(steeredBuses(one), steeredBuses(other)) : []
  const watches = inBoth(one.provides, other.provides).filter((kind) => kind === 'anchor')
  return [
    ...watches.map((value) => ({ kind: 'anchor' as const, value })),
    ...steered.map((value) => ({ kind: 'autopilot' as const, value })),
    ...inBoth(one.resources, other.resources).map((value) => ({ kind: 'resource' as const, value })),
    ...computedByBoth(one, other),
  ].map((conflict) => ({ ...conflict, plugin: other.name }))
}

/** The conflicts of a plugin in a catalogue or on disk with the plugins that are enabled. */
export const conflictsOf = (manifest: PluginManifest, known: readonly KnownPlugin[]): PluginConflict[] =>
  known.flatMap((plugin) =>
    plugin.name === manifest.name || !plugin.isEnabled || plugin.manifest === undefined
      ? []
      : conflictsBetween(manifest, plugin.manifest),
  )

/** Why a plugin of a catalogue cannot have its name: a plugin that it would not replace has it. */
export const nameConflictsOf = ({ name }: PluginManifest, known: readonly KnownPlugin[]): PluginConflict[] =>
  known.some((plugin) => plugin.name === name && plugin.origin !== 'folder')
    ? [{ kind: 'name', plugin: name, value: name }]
    : []
