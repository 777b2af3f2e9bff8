import { Type } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Boat } from './boat.ts'
import { definePlugin } from './define-plugin.ts'

const about = { name: 'tank-watch', version: '1.0.0', description: 'Watches the tanks' }

test('a manifest is plain data, and has no more in it than was declared', () => {
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

// What follows is proved by the compiler; the functions are never called.
const tankLevel = (tank: string) => `tanks.${tank}.level` as const
const anywhere = (_boat: Boat): void => undefined

test('a plugin publishes what it declared, and the compiler says so', () => {
  definePlugin({
    ...about,
    settings: Type.Object({ rate: Type.Number({ default: 1 }), port: Type.Optional(Type.String()) }),
    writes: { paths: ['navigation.position', 'tanks.*.level', 'weather.**'], sources: ['gps', 'tank-1'] },
    start: (boat, settings) => {
      const rate: number = settings.rate
      const port: string | undefined = settings.port
      // @ts-expect-error a setting that the schema does not have
      void settings.speed
      anywhere(boat)
      boat.publish({ 'navigation.position': { latitude: 60, longitude: rate } }, { source: 'gps' })
      boat.publish({ 'tanks.fuel.level': 0.5, 'weather.wind.speed': null }, { context: 'vessels.self' })
      boat.publish({ [tankLevel(port ?? 'fuel')]: 0.5 }, { source: 'tank-1', timestamp: new Date() })
      boat.publishDelta({ updates: [{ values: [{ path: 'navigation.position', value: null }] }] })
      // @ts-expect-error a path that was not declared
      boat.publish({ 'navigation.speedOverGround': 3 })
      // @ts-expect-error a path that fits no pattern
      boat.publish({ 'tanks.fuel.capacity': 3 })
      // @ts-expect-error undefined is not a value; null says "not available"
      boat.publish({ 'tanks.fuel.level': undefined })
      // @ts-expect-error a source that was not declared
      boat.publish({ 'tanks.fuel.level': 3 }, { source: 'radar' })
      // @ts-expect-error nothing was declared but the own vessel
      boat.publish({ 'tanks.fuel.level': 3 }, { context: 'vessels.urn:mrn:imo:mmsi:230000001' })
    },
  })
})

test('other vessels are written about when their contexts are declared', () => {
  definePlugin({
    ...about,
    writes: { paths: ['navigation.*'], contexts: ['vessels.*', 'aton.*'], sources: ['*'] },
    start: (boat) => {
      boat.publish({ 'navigation.log': 3 }, { context: 'vessels.urn:mrn:imo:mmsi:230000001', source: 'any' })
      // @ts-expect-error a map that was not declared
      boat.publish({ 'navigation.log': 3 }, { context: 'aircraft.urn:mrn:imo:mmsi:111230001' })
    },
  })
})

test('whoever declares nothing can do nothing', () => {
  definePlugin({
    ...about,
    start: async (boat, settings) => {
      // @ts-expect-error there are no settings
      const rate: number = settings.rate
      // @ts-expect-error nothing to write was declared
      boat.publish({ 'navigation.log': rate })
      // @ts-expect-error nor by a delta
      boat.publishDelta({ updates: [] })
      // @ts-expect-error nothing to read was declared
      await boat.subscribe({ subscribe: [{ path: 'navigation.log' }] }, () => undefined)
      // @ts-expect-error no device
      await boat.registerDevice({ id: 'pilot', kind: 'autopilot' }, () => undefined)
      // @ts-expect-error no alarm
      await boat.raise('notifications.bilge', { state: 'alarm', method: [], message: 'Water' })
      // @ts-expect-error nothing to clear
      await boat.clear('notifications.bilge')
      boat.status('ok', boat.self)
      await boat.storage.set({ seen: await boat.storage.get('seen') })
    },
  })
})

test('a plugin listens to declared patterns, and to paths within them', () => {
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
      // @ts-expect-error a path that was not declared
      await boat.subscribe({ subscribe: [{ path: 'environment.depth.belowKeel' }] }, () => undefined)
      // @ts-expect-error nothing was declared but the own vessel
      await boat.subscribe({ context: 'vessels.*', subscribe: [{ path: 'navigation.log' }] }, () => undefined)
    },
  })
})

test('alarms and devices are those that were declared', () => {
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
      // @ts-expect-error a report that says less than every autopilot does
      await pilot.report({ state: 'standby' })
      // @ts-expect-error not one of the normalised names
      await pilot.notify('hunger', { state: 'warn', method: [], message: 'No bread' })
      // @ts-expect-error an autopilot says what it can do
      await boat.registerDevice({ id: 'pilot', kind: 'autopilot' }, () => undefined)
      // @ts-expect-error an alarm that was not declared
      await boat.clear('notifications.bilge')
      // @ts-expect-error a kind that was not declared
      await boat.registerDevice({ id: 'anchor', kind: 'anchor' }, () => undefined)
    },
  })
})

test('every declared action has its handler, and no other', () => {
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
    // @ts-expect-error one action is missing
    start: () => ({ actions: { resume: () => undefined } }),
  })
  definePlugin({
    ...about,
    actions,
    // @ts-expect-error none is there
    start: () => undefined,
  })
  // @ts-expect-error a member that no manifest has
  definePlugin({ ...about, acts: actions, start: () => undefined })
})
