import { defaultMemoryMegabytes, type PluginManifest } from '@marinedata/plugin-api/host'
import type { RunFault } from '../plugin-lifecycle.ts'
import type { ProcessTree } from './process-tree.ts'
import { usageOf, type ProcessUsage } from './process-usage.ts'
import { timing } from './run-timing.ts'

/** More than any plugin needs: most have one process. */
export const mostProcesses = 32

interface MeasuredProcess {
  /** The plugin's own process; undefined until it is known. */
  readonly pid: number | undefined
  /** The process that all others of the plugin descend from. */
  readonly rootPid: number | undefined
}

export interface Usage extends ProcessUsage {
  readonly cpuShare: number | undefined
}

/** Measures all processes of one plugin and compares them with its limits. */
export class UsageMeter {
  readonly #tree: Pick<ProcessTree, 'below'>
  readonly #limitBytes: number
  #usage: ProcessUsage | undefined
  #share: { readonly at: number; readonly cpuSeconds: number } | undefined
  #cpuShare: number | undefined
  #others = 0
  #isGrowing = true

  constructor(
    tree: Pick<ProcessTree, 'below'>,
    { memory = defaultMemoryMegabytes }: Pick<PluginManifest, 'memory'>,
  ) {
    this.#tree = tree
    this.#limitBytes = memory * 1e6
  }

  /** Undefined before the first measurement, and after `reset`. */
  get usage(): Usage | undefined {
    return this.#usage && { ...this.#usage, cpuShare: this.#cpuShare }
  }

  /** Whether the plugin has started processes since the measurement before. True until the first measurement. */
  get isGrowing(): boolean {
    return this.#isGrowing
  }

  reset(): void {
    this.#usage = undefined
  }

  /** Measures the processes. @returns the limit that they exceed */
  measure(now: number, { pid, rootPid }: MeasuredProcess): RunFault | undefined {
    if (rootPid === undefined) return undefined
    const others = this.#tree.below(rootPid).filter((each) => each !== pid)
    this.#isGrowing = others.length > this.#others
    this.#others = others.length
    if (others.length >= mostProcesses)
      return { kind: 'processes', message: `The plugin has more than ${mostProcesses} processes` }
    const usage = pid === undefined ? undefined : usageOf(pid, others)
    if (usage === undefined) return undefined
    this.#usage = usage
    this.#measureShare(now, usage)
    if (usage.residentBytes <= this.#limitBytes) return undefined
    const [used, limit] = [usage.residentBytes, this.#limitBytes].map((bytes) => Math.round(bytes / 1e6))
    const where = usage.processes === 1 ? '' : ` in ${usage.processes} processes`
    return { kind: 'memory', message: `The plugin used ${used} MB${where}; its limit is ${limit} MB` }
  }

  #measureShare(now: number, { cpuSeconds }: ProcessUsage): void {
    this.#share ??= { at: now, cpuSeconds }
    if (now - this.#share.at < timing.cpuShareMs) return
    this.#cpuShare = ((cpuSeconds - this.#share.cpuSeconds) * 1000) / (now - this.#share.at)
    this.#share = { at: now, cpuSeconds }
  }
}
