import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pack } from '../pack.ts'
import { FarEnd, readGateway, type GatewayTrial } from './gateways.ts'
import { WiredServer } from './wired-server.ts'

const samples = 5

export interface MemoryFigures {
  readonly seconds: number
  /** Resident memory in MB: of a plugin that does nothing, and of the plugin without and with a full bus. */
  readonly control: number
  readonly idle: number
  readonly fullBus: number
  /** How much more than the plugin that does nothing. */
  readonly idleMore: number
  readonly fullBusMore: number
}

/** The median of the resident memory of some seconds, in MB. */
const residentMb = async (server: WiredServer, plugin: string): Promise<number> => {
  const seen: number[] = []
  for (; seen.length < samples; await sleep(1_000))
    seen.push(((await server.report(plugin)).residentBytes ?? Number.NaN) / 1e6)
  return Math.round(seen.toSorted((a, b) => a - b)[Math.floor(samples / 2)] ?? Number.NaN)
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
  const idle = await residentMb(server, 'nmea2000')
  await farEnd.order('begin')
  await using _wire = await readGateway(trial, server, farEnd)
  await server.input(({ state }) => state === 'used')
  await sleep(seconds * 1_000)
  const fullBus = await residentMb(server, 'nmea2000')
  const control = await residentMb(server, 'soak-idle')
  return { seconds, control, idle, fullBus, idleMore: idle - control, fullBusMore: fullBus - control }
}
