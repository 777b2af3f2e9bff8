import { processTree, readCpuSeconds } from './process-probe.ts'

export interface Usage {
  readonly seconds: number
  /** CPU time of the target. */
  readonly cpuSeconds: number
  /** Share of its core that the load used: near 1 the load is the bottleneck, not the target. */
  readonly loadBusy: number
}

const cpuOfTree = (root: number): number =>
  processTree(root).reduce((sum, pid) => sum + readCpuSeconds(pid), 0)

/** Starts to measure the CPU time of a process and all its descendants. No process may end during the measurement. */
export const countTreeUsage = (root: number): (() => Pick<Usage, 'seconds' | 'cpuSeconds'>) => {
  const startedAt = performance.now()
  const cpuBefore = cpuOfTree(root)
  return () => ({
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: cpuOfTree(root) - cpuBefore,
  })
}

/** Starts to measure CPU time. Call the result to get what was used since. */
export const countUsage = (pid: number): (() => Usage) => {
  const startedAt = performance.now()
  const cpuBefore = readCpuSeconds(pid)
  const loadBefore = process.cpuUsage()
  return () => {
    const seconds = (performance.now() - startedAt) / 1000
    const load = process.cpuUsage(loadBefore)
    return {
      seconds,
      cpuSeconds: readCpuSeconds(pid) - cpuBefore,
      loadBusy: (load.user + load.system) / 1e6 / seconds,
    }
  }
}
