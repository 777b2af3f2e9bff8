import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import type { Plan } from '../plan.ts'
import { idle } from '../plugins/idle.ts'
import { enablePlugin, readPlugin } from '../targets/plugins.ts'
import { readMemory, readTreeMemory, type Memory } from '../targets/process-probe.ts'
import { startBareChild, startTarget, type TargetName } from '../targets/targets.ts'
import { countTreeUsage, countUsage } from '../targets/usage.ts'
import type { Reading, Workload } from '../workload.ts'

const pluginCount = 4
const totalLimitMb = 150
const windowMs = { quick: 700, full: 6000 }

const names = Array.from({ length: pluginCount }, (_, at) => `idle-${at + 1}`)

interface Cost {
  readonly residentMb: number
  readonly proportionalMb: number
  readonly ownMb: number
  /** Milliseconds of CPU time a second. */
  readonly cpuMs: number
}

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

interface Probe {
  readonly count: (pid: number) => () => { readonly seconds: number; readonly cpuSeconds: number }
  readonly read: (pid: number) => Memory
}

const ofProcess: Probe = { count: countUsage, read: readMemory }
/** Includes the sandbox of each plugin. */
const ofTree: Probe = { count: countTreeUsage, read: readTreeMemory }

/** The average cost of an idle process. */
const averageCost = async (
  pids: readonly number[],
  plan: Plan,
  { count, read }: Probe = ofProcess,
): Promise<Cost> => {
  await sleep(plan.warmMs)
  const usages = pids.map((pid) => count(pid))
  await sleep(plan.isQuick ? windowMs.quick : windowMs.full)
  const used = usages.map((usage) => usage())
  const memory = pids.map((pid) => read(pid))
  return {
    residentMb: average(memory.map(({ residentMb }) => residentMb)),
    proportionalMb: average(memory.map(({ proportionalMb }) => proportionalMb)),
    ownMb: average(memory.map(({ ownMb }) => ownMb)),
    cpuMs: average(used.map(({ cpuSeconds, seconds }) => (cpuSeconds * 1000) / seconds)),
  }
}

const measureOurs = async (plan: Plan): Promise<Reading> => {
  const plugins = names.map((name) => ({ name, program: 'idle', manifest: idle.manifest }) as const)
  await using target = await startTarget('ours', { bare: 'fastify-route', plugins })
  const alone = await averageCost([target.pid], plan)
  const pids: number[] = []
  for (const name of names) {
    await enablePlugin({ port: target.port, name })
    pids.push((await readPlugin({ port: target.port, name })).pid)
  }
  const [child, server] = await Promise.all([
    averageCost(pids, plan, ofTree),
    averageCost([target.pid], plan),
  ])
  return {
    value: child.proportionalMb,
    extra: {
      ownMb: child.ownMb,
      residentMb: child.residentMb,
      cpuMs: child.cpuMs,
      serverAloneMb: alone.residentMb,
      serverMb: server.residentMb,
      serverMbPerPlugin: (server.residentMb - alone.residentMb) / pluginCount,
      serverCpuMsPerPlugin: (server.cpuMs - alone.cpuMs) / pluginCount,
      // The pages of Node, which all of them share, count once, in the server's part.
      totalMb: server.residentMb + pluginCount * child.ownMb,
    },
  }
}

const measureBare = async (plan: Plan): Promise<Reading> => {
  // One more process replaces the server, so that equally many processes share the pages of Node.
  const children = await Promise.all(Array.from({ length: pluginCount + 1 }, startBareChild))
  try {
    const pids = children.map(({ pid }) => pid)
    const { proportionalMb, ownMb, residentMb, cpuMs } = await averageCost(pids, plan)
    return { value: proportionalMb, extra: { ownMb, residentMb, cpuMs } }
  } finally {
    await Promise.all(children.map((child) => child.stop()))
  }
}

const measure = async (target: TargetName, plan: Plan): Promise<Reading> => {
  if (target === 'peer') throw new BenchError('its plugins are not processes')
  return target === 'ours' ? await measureOurs(plan) : await measureBare(plan)
}

/** The cost of an idle plugin: its own, and at the server. */
export const pluginIdle: Workload = {
  name: 'plugin-idle',
  unit: 'MB, proportional, each',
  repetitions: 1,
  measure,
  judge: ({ ours }) => ({
    target: `server and ${pluginCount} plugins at most ${totalLimitMb} MB`,
    ok: (ours.extra['totalMb'] ?? 0) <= totalLimitMb,
  }),
}
