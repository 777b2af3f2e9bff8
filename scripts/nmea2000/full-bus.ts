import { LoadGenerator } from '@marinedata/nmea2000'
import type { StartedPlugin } from '@marinedata/plugin-api/testing'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemTimer } from '../../plugins/nmea2000/src/system-timer.ts'
import { Harbour, inputOf, isIn } from '../../plugins/nmea2000/test/aboard.ts'

/** Gateways and how they are connected. */
export const wires = [
  'yacht-devices-tcp',
  'yacht-devices-udp',
  'actisense-serial',
  'actisense-ascii-tcp',
  'ikonvert-serial',
  'maretron-tcp',
  'socketcan',
] as const
export type WireName = (typeof wires)[number]

export interface WireFigures {
  readonly frames: number
  readonly messages: number
  readonly lost: number
  readonly lagMsMedian: number
  readonly lagMsP99: number
  readonly processorPercent: number
  readonly memoryMb: number
}

const heading = 'navigation.headingMagnetic'
/** Devices of the load have no names: after this time they are known by their addresses. */
const warmUpMs = 4_000
const settleMs = 1_500
/** One of five messages is no heading. */
const otherEvery = 5
const ticksPerSecond = 100

/** Connects the plugin to a gateway. */
const connect = async (harbour: Harbour, wire: WireName): Promise<StartedPlugin> => {
  if (wire === 'socketcan') {
    await harbour.can()
    const gateways = [{ kind: wire, address: 'can0' }]
    return await used(await harbour.plugin({ gateways, ports: [], sends: true }), 'can0')
  }
  if (wire === 'actisense-serial' || wire === 'ikonvert-serial') {
    const [kind, speed] =
      wire === 'actisense-serial' ? (['actisense', 115_200] as const) : (['ikonvert', 230_400] as const)
    await harbour.port('gateway', speed, kind)
    const plugin = await harbour.plugin({ sends: true })
    await inputOf(plugin, harbour.idOf('gateway'), isIn('found'))
    await plugin.act('use', { id: harbour.idOf('gateway') })
    return plugin
  }
  if (wire === 'yacht-devices-udp') {
    const address = await harbour.udp('yacht-devices')
    const plugin = await harbour.plugin({ gateways: [{ kind: 'yacht-devices', address }], sends: true })
    return await used(plugin, address.replaceAll(/[^a-z0-9]+/g, '-'))
  }
  const kinds = {
    'yacht-devices-tcp': 'yacht-devices',
    'actisense-ascii-tcp': 'actisense-ascii',
    'maretron-tcp': 'maretron',
  } as const
  const kind = kinds[wire]
  const gateway = await harbour.tcp(kind)
  return await used(
    await harbour.plugin({ gateways: [{ kind, address: gateway.address }], sends: true }),
    gateway.id,
  )
}

const used = async (plugin: StartedPlugin, id: string): Promise<StartedPlugin> => {
  await inputOf(plugin, id, isIn('used'))
  return plugin
}

interface Heading {
  /** The raw value, which tells messages apart. */
  readonly raw: number
  readonly at: number
}

const headingsIn = (plugin: StartedPlugin, from: number): Heading[] =>
  plugin.published
    .slice(from)
    .flatMap(({ updates }) =>
      updates.flatMap(({ values = [], timestamp, $source = '' }) =>
        values
          .filter(({ path }) => path === heading && /\.address-18\d$/.test($source))
          .map(({ value }) => ({ raw: Math.round(Number(value) * 10_000), at: Date.parse(timestamp) })),
      ),
    )

interface ProcessUse {
  readonly seconds: number
  readonly memoryMb: number
}

const textOf = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    // It has just ended.
    return ''
  }
}

/** The fields of a process after its name. */
const statOf = (pid: number): string[] => textOf(pid, 'stat').split(') ')[1]?.split(' ') ?? []

/** The process of the plugin itself: inside the sandbox it is a child of the program that makes it. */
const pluginIn = (pid: number): number => {
  if (textOf(pid, 'comm').trim() !== 'bwrap') return pid
  const child = readdirSync('/proc')
    .map(Number)
    .find((other) => other > 0 && Number(statOf(other)[1]) === pid)
  return child === undefined ? pid : pluginIn(child)
}

const usageOf = (pid: number): ProcessUse => {
  const stat = statOf(pid)
  return {
    seconds: (Number(stat[11]) + Number(stat[12])) / ticksPerSecond,
    memoryMb: Number(/RssAnon:\s+(\d+)/.exec(textOf(pid, 'status'))?.[1] ?? 0) / 1_000,
  }
}

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)

/** Sends a full bus through a gateway for a while. */
export const measureWire = async (wire: WireName, seconds: number): Promise<WireFigures> => {
  await using harbour = await Harbour.make()
  const plugin = await connect(harbour, wire)
  const parts = { bus: harbour.bus, timer: systemTimer }
  {
    using _warmUp = new LoadGenerator(parts, 100)
    await sleep(warmUpMs)
  }
  await sleep(settleMs)
  const before = plugin.published.length
  const sentAt = new Map<number, number>()
  using _listener = harbour.bus.attachToFrames(({ pgn, source, data }) => {
    if (pgn === 127_250 && source >= 180) sentAt.set((data[1] ?? 0) + (data[2] ?? 0) * 256, Date.now())
  })
  const pid = pluginIn(plugin.pid ?? 0)
  const start = usageOf(pid)
  const load = new LoadGenerator(parts)
  await sleep(seconds * 1_000)
  load[Symbol.dispose]()
  const end = usageOf(pid)
  await sleep(settleMs)
  const received = headingsIn(plugin, before)
  const expected = load.messages - Math.ceil(load.messages / otherEvery)
  // The same value comes again after 47 s: only the last of each is timed.
  const lags = [...new Map(received.map(({ raw, at }) => [raw, at]))]
    .flatMap(([raw, at]) => (sentAt.has(raw) ? [at - (sentAt.get(raw) ?? 0)] : []))
    .toSorted((one, other) => one - other)
  return {
    frames: load.frames,
    messages: load.messages,
    lost: expected - received.length,
    lagMsMedian: quantile(lags, 0.5),
    lagMsP99: quantile(lags, 0.99),
    processorPercent: Number((((end.seconds - start.seconds) / seconds) * 100).toFixed(1)),
    memoryMb: Number(end.memoryMb.toFixed(1)),
  }
}
