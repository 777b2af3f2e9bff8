import type { PluginReport } from '@marinedata/model'
import type { PluginManifest } from '@marinedata/plugin-api/host'
import type { PluginStats } from './plugin-stats.ts'
import type { PluginRun } from './plugin-run.ts'

type CopiedMember =
  | 'name'
  | 'state'
  | 'origin'
  | 'enabled'
  | 'since'
  | 'status'
  | 'restarts'
  | 'quarantine'
  | 'devices'
  | 'inputs'
  | 'buses'
  | 'sandbox'
  | 'newClaims'
  | 'conflicts'

export interface ReportParts extends Pick<PluginReport, CopiedMember> {
  readonly manifest: PluginManifest | null
  readonly stats: PluginStats
  /** The current process, if there is one. */
  readonly run: PluginRun | undefined
}

type MeasuredMember = 'pid' | 'cpuSeconds' | 'cpuShare' | 'residentBytes'

const measurements = (run: PluginRun | undefined): Pick<PluginReport, MeasuredMember> => {
  const usage = run?.usage
  return {
    pid: run?.pid ?? null,
    cpuSeconds: usage?.cpuSeconds ?? null,
    cpuShare: usage?.cpuShare ?? null,
    residentBytes: usage?.residentBytes ?? null,
  }
}

/** Builds the report of a plugin for the HTTP interface. */
export const pluginReport = ({ manifest, stats, run, ...members }: ReportParts): PluginReport => ({
  ...members,
  version: manifest?.version ?? null,
  description: manifest?.description ?? null,
  lastFault: stats.lastFault ?? null,
  faults: Object.fromEntries(stats.faults),
  ...measurements(run),
  messagesPerSecond: stats.messages.perSecond,
  deltasPerSecond: stats.deltas.perSecond,
  refused: Object.fromEntries(stats.refused),
  noiseBytes: stats.noiseBytes,
  unanswered: stats.unanswered,
  manifest,
})
