import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import type { Plan } from '../plan.ts'
import {
  processTree,
  readMemory,
  readResidentMb,
  readTreeMemory,
  readWakeUps,
} from '../targets/process-probe.ts'
import { startBareChild, startTarget, type TargetName } from '../targets/targets.ts'
import { countTreeUsage } from '../targets/usage.ts'
import type { Reading, Workload } from '../workload.ts'

/** The processes of a new boat: the server and its plugins. */
const processCount = 4
const limits = { wakeUpsPerSecond: 30, serverMb: 80 }
/** Time for one-off work at the start, such as compilation and garbage collection. */
const settleMs = { quick: 8000, full: 15_000 }
const windowMs = { quick: 4000, full: 20_000 }

const wakeUpsOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + readWakeUps(pid), 0)

/** Measures a boat without load. */
const watchIdle = async (roots: readonly number[], plan: Plan): Promise<Reading> => {
  await sleep(plan.isQuick ? settleMs.quick : settleMs.full)
  const pids = roots.flatMap((root) => processTree(root))
  const usages = roots.map((root) => countTreeUsage(root))
  const before = wakeUpsOf(pids)
  const serverBefore = readWakeUps(roots[0] ?? 0)
  await sleep(plan.isQuick ? windowMs.quick : windowMs.full)
  const used = usages.map((usage) => usage())
  const seconds = used[0]?.seconds ?? Number.NaN
  const memory = roots.map((root) => readTreeMemory(root))
  return {
    value: (wakeUpsOf(pids) - before) / seconds,
    extra: {
      serverWakeUps: (readWakeUps(roots[0] ?? 0) - serverBefore) / seconds,
      serverMb: readResidentMb(roots[0] ?? 0),
      serverOwnMb: readMemory(roots[0] ?? 0).ownMb,
      residentMb: memory.reduce((sum, { residentMb }) => sum + residentMb, 0),
      proportionalMb: memory.reduce((sum, { proportionalMb }) => sum + proportionalMb, 0),
      cores: used.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / seconds,
    },
  }
}

const measureOurs = async (plan: Plan): Promise<Reading> => {
  await using target = await startTarget('ours', { bare: 'fastify-route', plugins: [] })
  return await watchIdle([target.pid], plan)
}

const measureBare = async (plan: Plan): Promise<Reading> => {
  const children = await Promise.all(Array.from({ length: processCount }, startBareChild))
  try {
    return await watchIdle(
      children.map(({ pid }) => pid),
      plan,
    )
  } finally {
    await Promise.all(children.map((child) => child.stop()))
  }
}

const measure = async (target: TargetName, plan: Plan): Promise<Reading> => {
  if (target === 'peer') throw new BenchError('its plugins are not processes')
  return target === 'ours' ? await measureOurs(plan) : await measureBare(plan)
}

/** A boat without clients and sensors: the server and the default plugins, idle. */
export const idleBoat: Workload = {
  name: 'idle-boat',
  unit: 'wake-ups/s, server and its plugins',
  repetitions: 1,
  measure,
  judge: ({ ours }) => ({
    target: `at most ${limits.wakeUpsPerSecond} wake-ups/s, server at most ${limits.serverMb} MB resident`,
    ok: ours.value <= limits.wakeUpsPerSecond && (ours.extra['serverMb'] ?? 0) <= limits.serverMb,
  }),
}
