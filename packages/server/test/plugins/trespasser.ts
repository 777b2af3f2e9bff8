import { definePlugin, MarineDataError, runPlugin, Type, type Boat, type Delta } from '@marinedata/plugin-api'
import { rawMessage, writeRaw } from './raw-line.ts'

/** A marker in everything that must be refused, so that it can be searched for. */
const mark = 'trespassed'

const delta = (path: string, more: { context?: string; source?: string } = {}): Delta => {
  const { context, source } = more
  return {
    ...(context !== undefined && { context }),
    updates: [{ ...(source !== undefined && { $source: source }), values: [{ path, value: mark }] }],
  }
}

/** A message that is valid except for its size. */
const megabyte = (): Buffer => {
  const value = mark.padEnd(1_000_000, '.')
  const deltas = [{ updates: [{ values: [{ path: 'trespasser.note', value }] }] }]
  return rawMessage('publish', { deltas }, 'huge')
}

/** The error code with which the server refuses an attempt. */
const refusalOf = async (ask: Promise<unknown>): Promise<string> => {
  try {
    await ask
    return 'not refused'
  } catch (error) {
    return error instanceof MarineDataError ? error.code : String(error)
  }
}

// Attempts what the types forbid: the server must not rely on them.
const attempts = {
  'foreign-source': (boat: Boat) => boat.publishDelta(delta('trespasser.note', { source: 'steady' })),
  'undeclared-path': (boat: Boat) => boat.publishDelta(delta('navigation.speedOverGround')),
  'reserved-path': (boat: Boat) => {
    boat.publishDelta(delta('steering.autopilot.target'))
    boat.publishDelta(delta('notifications.mob'))
  },
  'prototype-path': (boat: Boat) => {
    boat.publishDelta(delta('trespasser.__proto__.note'))
    boat.publishDelta(delta('trespasser.constructor.prototype.note'))
    // Only JSON.parse creates an own member of that name.
    const root = JSON.parse(`{"__proto__":{"note":"${mark}"}}`) as object
    boat.publishDelta({ updates: [{ values: [{ path: '', value: root }] }] })
  },
  'foreign-context': (boat: Boat) =>
    boat.publishDelta(delta('trespasser.note', { context: 'vessels.urn:mrn:imo:mmsi:230099999' })),
  'foreign-device': (boat: Boat) => {
    const device = 'steady-windlass'
    writeRaw(rawMessage('device/report', { device, report: { state: mark } }, 'report'))
    writeRaw(rawMessage('device/withdraw', { device }, 'withdraw'))
    return refusalOf(boat.registerDevice({ id: device, kind: 'anchor' }, () => undefined))
  },
  'undeclared-alarm': (boat: Boat) =>
    refusalOf(boat.raise('notifications.mob', { state: 'emergency', method: ['sound'], message: mark })),
  'undeclared-answer': (boat: Boat) =>
    refusalOf(boat.answerAlert({ id: mark, action: 'acknowledge', device: mark })),
  'undeclared-listening': (boat: Boat) =>
    refusalOf(boat.subscribe({ subscribe: [{ path: 'navigation.position' }] }, () => undefined)),
  'huge-message': () => writeRaw(megabyte()),
} as const

/** A plugin that attempts what its manifest does not allow. */
const plugin = definePlugin({
  name: 'trespasser',
  version: '1.0.0',
  description: 'Tries what it may not do',
  writes: { paths: ['trespasser.*'] },
  provides: ['anchor'],
  actions: {
    trespass: {
      description: 'Tries something that is not allowed',
      input: Type.Object({ how: Type.Enum(Object.keys(attempts) as (keyof typeof attempts)[]) }),
    },
    behave: { description: 'Writes what it may write' },
  },
  start: (boat) => ({
    actions: {
      trespass: async ({ how }) => {
        const refusal = await attempts[how](boat)
        await boat.flushed()
        return refusal
      },
      behave: async () => {
        boat.publish({ 'trespasser.note': 'well-behaved' })
        await boat.flushed()
      },
    },
  }),
})

if (import.meta.main) await runPlugin(plugin)
