import { Type } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Boat } from './boat.ts'
import { definePlugin } from './define-plugin.ts'

const about = { name: 'tank-watch', version: '1.0.0', description: 'Watches the tanks' }

test('the manifest is plain data with only what was declared', () => {
  const { manifest } = definePlugin({
    ...about,
    settings: Type.Object({ file: Type.Optional(Type.String({ grants: 'read' })) }),
    writes: { paths: ['tanks.*.level'] },
    needs: ['network'],
    start: () => undefined,
  })
  assert.deepEqual(manifest, {
    ...about,
    settings: { type: 'object', properties: { file: { type: 'string', grants: 'read' } } },
    writes: { paths: ['tanks.*.level'] },
    needs: ['network'],
  })
})

// The compiler proves the rest; the functions are never called.
const tankLevel = (tank: string) => `tanks.${tank}.level` as const
const anywhere = (_boat: Boat): void => undefined

test('types publish by the declared paths', () => {
  definePlugin({
    ...about,
    settings: Type.Object({ rate: Type.Number({ default: 1 }), port: Type.Optional(Type.String()) }),
    writes: { paths: ['navigation.position', 'tanks.*.level', 'weather.**'], sources: ['gps', 'tank-1'] },
    start: (boat, settings) => {
      const rate: number = settings.rate
      const port: string | undefined = settings.port
      // @ts-expect-error the schema has no such setting
      void settings.speed
      anywhere(boat)
      boat.publish({ 'navigation.position': { latitude: 60, longitude: rate } }, { source: 'gps' })
      boat.publish({ 'tanks.fuel.level': 0.5, 'weather.wind.speed': null }, { context: 'vessels.self' })
      boat.publish({ [tankLevel(port ?? 'fuel')]: 0.5 }, { source: 'tank-1', timestamp: new Date() })
      boat.publishDelta({ updates: [{ values: [{ path: 'navigation.position', value: null }] }] })
      // @ts-expect-error the path is not declared
      boat.publish({ 'navigation.speedOverGround': 3 })
      // @ts-expect-error the path matches no pattern
      boat.publish({ 'tanks.fuel.capacity': 3 })
      // @ts-expect-error undefined is not a value; null means unknown
      boat.publish({ 'tanks.fuel.level': undefined })
      // @ts-expect-error the source is not declared
      boat.publish({ 'tanks.fuel.level': 3 }, { source: 'radar' })
      // @ts-expect-error only the own vessel is declared
      boat.publish({ 'tanks.fuel.level': 3 }, { context: 'vessels.urn:mrn:imo:mmsi:230000001' })
    },
  })
})

test('types publish by the declared contexts', () => {
  definePlugin({
    ...about,
    writes: { paths: ['navigation.*'], contexts: ['vessels.*', 'aton.*'], sources: ['*'] },
    start: (boat) => {
      boat.publish({ 'navigation.log': 3 }, { context: 'vessels.urn:mrn:imo:mmsi:230000001', source: 'any' })
      // @ts-expect-error the context is not declared
      boat.publish({ 'navigation.log': 3 }, { context: 'aircraft.urn:mrn:imo:mmsi:111230001' })
    },
  })
})

test('types every method as never when nothing is declared', () => {
  definePlugin({
    ...about,
    start: async (boat, settings) => {
      // @ts-expect-error no settings are declared
      const rate: number = settings.rate
      // @ts-expect-error no writes are declared
      boat.publish({ 'navigation.log': rate })
      // @ts-expect-error no writes are declared
      boat.publishDelta({ updates: [] })
      // @ts-expect-error no reads are declared
      await boat.subscribe({ subscribe: [{ path: 'navigation.log' }] }, () => undefined)
      // @ts-expect-error no provided devices are declared
      await boat.registerDevice({ id: 'pilot', kind: 'autopilot' }, () => undefined)
      // @ts-expect-error no notifications are declared
      await boat.raise('notifications.bilge', { state: 'alarm', method: [], message: 'Water' })
      // @ts-expect-error no notifications are declared
      await boat.clear('notifications.bilge')
      // @ts-expect-error no resources are declared
      await boat.putResource('tideStations', { id: 'cuxhaven', name: 'Cuxhaven' })
      // @ts-expect-error no resources are declared
      await boat.removeResource('tideStations', 'cuxhaven')
      // @ts-expect-error no buses are offered
      await boat.offerBus({ id: 'can0', kind: 'nmea2000' }, { send: () => undefined })
      // @ts-expect-error no buses are declared
      await boat.openBus({ kind: 'nmea2000' }, {})
      boat.status('ok', boat.self)
      await boat.storage.set({ seen: await boat.storage.get('seen') })
    },
  })
})

test('types subscribe by the declared patterns and paths within them', () => {
  definePlugin({
    ...about,
    reads: { paths: ['navigation.*', 'tanks.*.level'] },
    start: async (boat) => {
      await using _news = await boat.subscribe(
        {
          context: 'vessels.self',
          subscribe: [{ path: 'navigation.*', period: 1000 }, { path: 'navigation.log' }],
        },
        ({ updates }) => void updates.length,
      )
      // @ts-expect-error the path is not declared
      await boat.subscribe({ subscribe: [{ path: 'environment.depth.belowKeel' }] }, () => undefined)
      // @ts-expect-error only the own vessel is declared
      await boat.subscribe({ context: 'vessels.*', subscribe: [{ path: 'navigation.log' }] }, () => undefined)
    },
  })
})

test('types alerts and devices by what is declared', () => {
  definePlugin({
    ...about,
    notifications: ['notifications.tanks.*'],
    provides: ['autopilot'],
    start: async (boat) => {
      await boat.raise('notifications.tanks.fuel', { state: 'warn', method: ['visual'], message: 'Low' })
      await boat.clear('notifications.tanks.fuel')
      const details = { states: [{ name: 'standby', engaged: false }], modes: [], operations: [] }
      const pilot = await boat.registerDevice(
        { id: 'pilot', kind: 'autopilot', details },
        (command, control) =>
          command.name === 'set-target' ? [command.input.target, control.signal] : undefined,
      )
      await pilot.report({ state: 'standby', mode: 'compass', target: null })
      await pilot.notify('xte', { state: 'warn', method: ['visual'], message: 'Off track' })
      // @ts-expect-error the report lacks a required member
      await pilot.report({ state: 'standby' })
      // @ts-expect-error not a standard name
      await pilot.notify('hunger', { state: 'warn', method: [], message: 'No bread' })
      // @ts-expect-error an autopilot requires details
      await boat.registerDevice({ id: 'pilot', kind: 'autopilot' }, () => undefined)
      // @ts-expect-error the notification is not declared
      await boat.clear('notifications.bilge')
      // @ts-expect-error the kind is not declared
      await boat.registerDevice({ id: 'anchor', kind: 'anchor' }, () => undefined)
    },
  })
})

test('types resources by the declared kinds', () => {
  definePlugin({
    ...about,
    resources: ['tideStations', 'marinas'],
    start: async (boat) => {
      anywhere(boat)
      await boat.putResource('tideStations', { id: 'cuxhaven', name: 'Cuxhaven', range: 3.2 })
      await boat.removeResource('marinas', 'hanko')
      // @ts-expect-error the kind is not declared
      await boat.putResource('routes', { id: 'home', name: 'Home' })
      // @ts-expect-error the kind is not declared
      await boat.removeResource('tidestations', 'cuxhaven')
    },
  })
})

test('requires a handler for every declared action and no other', () => {
  const actions = {
    pause: { description: 'Say nothing for a while', input: Type.Object({ seconds: Type.Number() }) },
    resume: { description: 'Go on' },
  }
  definePlugin({
    ...about,
    actions,
    start: () => ({
      actions: {
        pause: ({ seconds }, { deadline }) => seconds + deadline,
        resume: (input: Readonly<Record<string, never>>) => input,
      },
      stop: async () => undefined,
    }),
  })
  definePlugin({
    ...about,
    actions,
    // @ts-expect-error one handler is missing
    start: () => ({ actions: { resume: () => undefined } }),
  })
  definePlugin({
    ...about,
    actions,
    // @ts-expect-error all handlers are missing
    start: () => undefined,
  })
  // @ts-expect-error a manifest has no such member
  definePlugin({ ...about, acts: actions, start: () => undefined })
})

test('types buses by the declared kinds and topics', () => {
  const payload = Uint8Array.of()
  definePlugin({
    ...about,
    offers: { buses: ['nmea0183'] },
    buses: [
      { kind: 'nmea2000', hears: ['65379'], sends: ['126208'] },
      { kind: 'nmea0183', hears: ['APB'] },
    ],
    start: async (boat) => {
      anywhere(boat)
      await boat.offerBus({ id: 'plotter', kind: 'nmea0183' }, { send: () => undefined })
      // @ts-expect-error it does not offer this kind
      await boat.offerBus({ id: 'can0', kind: 'nmea2000' }, { send: () => undefined })
      const bus = await boat.openBus({ kind: 'nmea2000', urgent: ['65379'] }, {})
      await bus.send({ topic: '126208', to: null, priority: 3, payload })
      // @ts-expect-error it does not send this topic
      await bus.send({ topic: '59392', to: null, priority: 3, payload })
      // @ts-expect-error it does not hear this topic
      await boat.openBus({ kind: 'nmea2000', urgent: ['APB'] }, {})
      // @ts-expect-error it does not use this kind
      await boat.openBus({ kind: 'seatalk' }, {})
      const other = await boat.openBus({ kind: 'nmea0183' }, {})
      // @ts-expect-error it sends nothing on this kind
      await other.send({ topic: 'APB', to: null, priority: 3, payload })
    },
  })
})
