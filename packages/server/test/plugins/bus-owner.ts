import { definePlugin, MarineDataError, runPlugin, Type, type BusNode } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

const pilot = 'c0788c00e7e04312'

/** Wall clock time in milliseconds, finer than `Date.now()`. */
const now = (): number => performance.timeOrigin + performance.now()

const pilotNode = (): BusNode => ({
  name: pilot,
  address: 204,
  manufacturer: 'Raymarine',
  model: 'EV-1 Course Computer',
  serialNumber: '0180123',
  function: 'Autopilot',
  lastHeard: new Date().toISOString(),
  source: `can0.${pilot}`,
})

const roles = [
  'Wind',
  'Bottom Depth, Speed',
  'Engine Gateway',
  'Display',
  'Ownship Position (GNSS)',
  'Battery',
]
const makers = ['Raymarine', 'Garmin', 'Navico', 'Maretron', 'Yacht Devices']
const hourMs = 3_600_000

/** Devices of several makers. Of every sixth nothing but the NAME is known. */
const devices = (count: number): BusNode[] =>
  Array.from({ length: count }, (_each, index) => {
    const name = (0xc0_78_8c_00_00_00_00_00n + BigInt(index)).toString(16)
    const heardAt = Date.now() - (index === count - 1 ? hourMs : 0)
    const known = {
      manufacturer: makers[index % makers.length]!,
      model: `Transducer with a rather long name ${index}`,
      serialNumber: String(180_000 + index),
      softwareVersion: `1.${index}`,
      function: roles[index % roles.length]!,
    }
    return {
      name,
      address: index,
      lastHeard: new Date(heardAt).toISOString(),
      source: `can0.${name}`,
      ...(index % 6 !== 5 && known),
    }
  })

/** Offers a bus without a wire: it writes down what it should send, and makes up what it receives. */
const plugin = definePlugin({
  name: 'bus-owner',
  version: '1.0.0',
  description: 'Offers a bus',
  offers: { buses: ['nmea2000'] },
  writes: { paths: ['navigation.headingMagnetic'], sources: ['*'] },
  settings: Type.Object({
    writeMs: Type.Number({ default: 0, description: 'how long writing a message takes' }),
  }),
  actions: {
    hear: {
      description: 'Receives messages at an even rate',
      input: Type.Object({ perSecond: Type.Number(), count: Type.Integer() }),
      deadline: 10,
    },
    written: { description: 'The messages that were written' },
    wanted: { description: 'The topics that are wanted' },
    connect: {
      description: 'Connects devices beside the autopilot, the last of which has been silent for an hour',
      input: Type.Object({ count: Type.Integer({ maximum: 60 }) }),
    },
    allowSending: {
      description: 'Sets whether it can send',
      input: Type.Object({ canSend: Type.Boolean() }),
    },
  },
  start: async (boat, { writeMs }) => {
    const written: { number: number; at: number; to: string | null; user: string }[] = []
    let wanted: string[] = []
    const bus = await boat.offerBus(
      { id: 'can0', kind: 'nmea2000', canSend: true, name: 'c0509a0022a00dc3', address: 35 },
      {
        send: async ({ to, payload, user }, { signal }) => {
          if (to !== null && to !== pilot)
            throw new MarineDataError('device-not-found', `No device has the NAME ${to}`)
          if (writeMs > 0) await sleep(writeMs, undefined, { signal })
          written.push({ number: new DataView(payload.buffer).getUint32(0), at: now(), to, user })
        },
        wanted: (topics) => (wanted = [...topics]),
      },
    )
    bus.nodes([pilotNode()])
    boat.publish({ 'navigation.headingMagnetic': 1 }, { source: `can0.${pilot}` })

    /** Receives the messages that are due every millisecond, so that the rate is right on a busy machine, too. */
    const hear = async (perSecond: number, count: number): Promise<void> => {
      const startedAt = now()
      for (let number = 0; number < count; await sleep(1))
        for (const due = ((now() - startedAt) * perSecond) / 1_000; number < Math.min(due, count); number++) {
          const payload = new Uint8Array(12)
          new DataView(payload.buffer).setUint32(0, number)
          const topic = number % 25 === 0 ? '65379' : '127250'
          bus.heard({ topic, from: pilot, to: null, priority: 2, time: now(), payload })
        }
    }
    return {
      actions: {
        hear: ({ perSecond, count }) => hear(perSecond, count),
        written: () => written,
        wanted: () => wanted,
        connect: ({ count }) => bus.nodes([pilotNode(), ...devices(count)]),
        allowSending: ({ canSend }) => bus.update({ canSend }),
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
