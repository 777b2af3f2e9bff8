import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pack } from '../../scripts/pack.ts'
import { FarEnd, readGateway, type GatewayTrial } from './gateways.ts'
import { WiredServer } from './wired-server.ts'

const samples = 5

/** In MB. */
interface Memory {
  /** With every page divided by the number of processes that share it: pages of Node itself are shared by all plugins. */
  readonly proportional: number
  readonly resident: number
}

export interface MemoryFigures {
  readonly seconds: number
  /** Of a plugin that does nothing, and of the plugin without and with a full bus. */
  readonly control: Memory
  readonly idle: Memory
  readonly fullBus: Memory
  /** How much more than the plugin that does nothing. */
  readonly idleMore: number
  readonly fullBusMore: number
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN)

const proportionalBytes = (pid: number | null): number => {
  const found = /^Pss: +(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))
  return Number(found?.[1]) * 1_024
}

/** Medians of some seconds. */
const memoryOf = async (server: WiredServer, plugin: string): Promise<Memory> => {
  const resident: number[] = []
  const proportional: number[] = []
  for (; resident.length < samples; await sleep(1_000)) {
    const { pid, residentBytes } = await server.report(plugin)
    resident.push((residentBytes ?? Number.NaN) / 1e6)
    proportional.push(proportionalBytes(pid) / 1e6)
  }
  return { proportional: median(proportional), resident: median(resident) }
}

/** Bundles the plugin that does nothing, as the first-party plugins are. */
const bundleControl = (folder: string): string => {
  const file = join(folder, 'soak-idle.js')
  const source = new URL('./idle-plugin.ts', import.meta.url).pathname
  pack({ root: join(import.meta.dirname, '..', '..'), file, source })
  return file
}

/** Compares the memory of the plugin with that of one that does nothing. */
export const measureMemory = async (seconds: number): Promise<MemoryFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'wires-idle-'))
  using stack = new DisposableStack()
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const trial: GatewayTrial = { kind: 'yacht-devices', transport: 'tcp' }
  await using farEnd = await FarEnd.start(trial)
  await using server = await WiredServer.start('nmea2000', { plugins: [bundleControl(folder)] })
  await sleep(seconds * 1_000)
  const idle = await memoryOf(server, 'nmea2000')
  await farEnd.order('begin')
  await using _wire = await readGateway(trial, server, farEnd)
  await server.input(({ state }) => state === 'used')
  await sleep(seconds * 1_000)
  const fullBus = await memoryOf(server, 'nmea2000')
  const control = await memoryOf(server, 'soak-idle')
  const more = (memory: Memory): number => memory.proportional - control.proportional
  return { seconds, control, idle, fullBus, idleMore: more(idle), fullBusMore: more(fullBus) }
}
