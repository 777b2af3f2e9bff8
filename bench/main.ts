import { installPeer } from './targets/peer.ts'
import { median } from './median.ts'
import { readPlan, type Plan } from './plan.ts'
import { pinLoad } from './targets/process-probe.ts'
import { formatTable, makeLine, showProgress, type Line } from './report.ts'
import { buildPrograms, type TargetName } from './targets/targets.ts'
import { requireMeasured, type Reading, type Readings, type Workload } from './workload.ts'
import { contexts10k, contexts50k } from './workloads/contexts.ts'
import { fanOut, fanOutDistinct } from './workloads/fan-out.ts'
import { idleBoat } from './workloads/idle-boat.ts'
import { ingest } from './workloads/ingest.ts'
import { ordinaryBoat } from './workloads/ordinary-boat.ts'
import { overloadAlarm } from './workloads/overload.ts'
import { pilotCommand } from './workloads/pilot-command.ts'
import { pluginIdle } from './workloads/plugin-idle.ts'
import { pluginPipe } from './workloads/plugin-pipe.ts'
import { pluginStart } from './workloads/plugin-start.ts'
import { restTree } from './workloads/rest-tree.ts'
import { pilotStatus, restLeaf } from './workloads/rest.ts'
import { start } from './workloads/start.ts'

const workloads: readonly Workload[] = [
  start,
  ingest,
  fanOut(20),
  fanOut(100),
  fanOut(500),
  fanOut(2000),
  fanOutDistinct,
  overloadAlarm,
  contexts10k,
  contexts50k,
  restLeaf,
  restTree,
  pluginStart,
  pluginIdle,
  pluginPipe,
  pilotStatus,
  pilotCommand,
  ordinaryBoat,
  idleBoat,
]

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const medianReading = (readings: readonly Reading[]): Reading => ({
  value: median(readings.map(({ value }) => value)),
  extra: Object.fromEntries(
    Object.keys(readings[0]?.extra ?? {}).map((name) => [
      name,
      median(readings.map(({ extra }) => extra[name] ?? 0)),
    ]),
  ),
})

const targetsOf = (workload: Workload, plan: Plan): readonly TargetName[] => [
  'ours',
  'bare',
  ...(workload.hasCorked === true && !plan.isQuick ? (['corked'] as const) : []),
]

/** Alternates between the targets, so that a drift of the machine affects all of them equally. */
const measureAll = async (workload: Workload, plan: Plan): Promise<Readings> => {
  const readings: Record<TargetName, Reading[]> = { ours: [], bare: [], corked: [], peer: [] }
  const repetitions = workload.repetitions ?? plan.repetitions
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    for (const target of targetsOf(workload, plan)) {
      showProgress(`${workload.name}: ${target} ${repetition}/${repetitions}`)
      const reading = await workload.measure(target, plan)
      requireMeasured(workload, target, reading)
      readings[target].push(reading)
    }
  }
  return {
    ours: medianReading(readings.ours),
    bare: medianReading(readings.bare),
    ...(readings.corked.length > 0 && { corked: medianReading(readings.corked) }),
    ...(plan.withPeer && (await measurePeer(workload, plan))),
  }
}

/** The peer is measured once. If it fails, its figure is omitted. */
const measurePeer = async (workload: Workload, plan: Plan): Promise<{ readonly peer?: Reading }> => {
  showProgress(`${workload.name}: peer`)
  try {
    return { peer: await workload.measure('peer', plan) }
  } catch (error) {
    showProgress(`${workload.name}: the peer failed: ${messageOf(error)}\n`)
    return {}
  }
}

const withInstalledPeer = async (plan: Plan): Promise<Plan> => {
  if (!plan.withPeer) return plan
  showProgress('installing signalk-server')
  try {
    await installPeer()
    return plan
  } catch (error) {
    showProgress(`the peer could not be installed; its figures are omitted: ${messageOf(error)}\n`)
    return { ...plan, withPeer: false }
  }
}

/** Fails the whole run when it takes longer than the plan allows. */
const limitRun = ({ limitMs }: Plan): void => {
  if (limitMs === undefined) return
  setTimeout(() => {
    console.error(`the run took longer than --limit ${limitMs / 1000} s: not every workload was measured`)
    process.exit(1)
  }, limitMs).unref()
}

const run = async (): Promise<void> => {
  const wanted = readPlan(process.argv.slice(2))
  limitRun(wanted)
  const chosen = workloads.filter(({ name, isLarge = false }) =>
    wanted.only === undefined ? !(wanted.isQuick && isLarge) : name === wanted.only,
  )
  if (chosen.length === 0) {
    console.error(
      `unknown workload --only ${wanted.only}; use one of ${workloads.map(({ name }) => name).join(', ')}`,
    )
    process.exitCode = 1
    return
  }
  await buildPrograms()
  const plan = await withInstalledPeer(wanted)
  if (!pinLoad()) showProgress('taskset is missing or there is only one core: figures will vary\n')
  const lines: Line[] = []
  for (const workload of chosen) {
    try {
      const startedAt = performance.now()
      const readings = await measureAll(workload, plan)
      const line = { ...makeLine(workload, readings), tookMs: Math.round(performance.now() - startedAt) }
      lines.push(line)
      console.log(JSON.stringify(line))
    } catch (error) {
      showProgress(`${workload.name} failed: ${messageOf(error)}\n`)
      process.exitCode = 1
    }
  }
  showProgress('')
  console.error(formatTable(lines))
}

// Exiting kills the children and removes the data folders.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

await run()
process.exit()
