import type { PluginReport } from '@marinedata/model'
import type { PluginManifest } from '@marinedata/plugin-api/host'
import type { PluginLedger } from './plugin-ledger.ts'
import type { PluginRun } from './plugin-run.ts'

type Told =
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
  | 'sandbox'
  | 'newClaims'

export interface ReportParts extends Pick<PluginReport, Told> {
  readonly manifest: PluginManifest | null
  readonly ledger: PluginLedger
  /** The present process; undefined when there is none. */
  readonly run: PluginRun | undefined
}

type Measured = 'pid' | 'cpuSeconds' | 'cpuShare' | 'residentBytes'

const measured = (run: PluginRun | undefined): Pick<PluginReport, Measured> => {
  const usage = run?.usage
  return {
    pid: run?.pid ?? null,
    cpuSeconds: usage?.cpuSeconds ?? null,
    cpuShare: usage?.cpuShare ?? null,
    residentBytes: usage?.residentBytes ?? null,
  }
}

/** Everything that is known of a plugin, for people and programs. */
export const pluginReport = ({ manifest, ledger, run, ...told }: ReportParts): PluginReport => ({
  ...told,
  version: manifest?.version ?? null,
  description: manifest?.description ?? null,
  lastFault: ledger.lastFault ?? null,
  faults: Object.fromEntries(ledger.faults),
  ...measured(run),
  messagesPerSecond: ledger.messages.perSecond,
  deltasPerSecond: ledger.deltas.perSecond,
  refused: Object.fromEntries(ledger.refused),
  noiseBytes: ledger.noiseBytes,
  unanswered: ledger.unanswered,
  manifest,
})
