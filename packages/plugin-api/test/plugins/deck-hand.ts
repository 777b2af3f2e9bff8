import {
  definePlugin,
  MarineDataError,
  runPlugin,
  Type,
  type AutopilotDevice,
  type AutopilotReport,
} from '@marinedata/plugin-api'
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A test plugin that does, on request, what plugins do right or wrong. */
const plugin = definePlugin({
  name: 'deck-hand',
  version: '1.2.3',
  description: 'Does what a test requests',
  settings: Type.Object(
    {
      greeting: Type.String({ default: 'Ahoy' }),
      chart: Type.Optional(Type.String({ grants: 'read' })),
      fails: Type.Boolean({ default: false }),
      lingers: Type.Boolean({ default: false }),
    },
    { additionalProperties: false },
  ),
  writes: { paths: ['deck.*'], sources: ['mate'] },
  reads: { paths: ['navigation.*', 'environment.depth.belowKeel'] },
  notifications: ['notifications.deck.*'],
  provides: ['autopilot'],
  actions: {
    publish: {
      description: 'Publishes a value',
      input: Type.Object({ path: Type.String(), value: Type.Any() }),
    },
    flood: {
      description: 'Publishes this many deltas, and waits for them',
      input: Type.Number(),
      deadline: 10,
    },
    print: { description: 'Prints to stdout', input: Type.String() },
    write: { description: 'Writes to stdout directly, past the protocol', input: Type.String() },
    read: { description: 'Reads a file', input: Type.String() },
    scribble: { description: 'Writes a file', input: Type.String() },
    work: { description: 'Takes this many seconds, and respects its signal', input: Type.Number() },
    dawdle: { description: 'Takes this many seconds, and ignores its signal', input: Type.Number() },
    listen: {
      description: 'Subscribes',
      input: Type.Object({ path: Type.String(), throws: Type.Boolean() }),
    },
    forget: { description: 'Unsubscribes' },
    register: { description: 'Registers a device', input: Type.String() },
    report: { description: 'Reports on it', input: Type.Any() },
    notify: {
      description: 'Raises an alert of the device',
      input: Type.Object({ name: Type.Enum(['xte', 'wind']), message: Type.String() }),
    },
    withdraw: { description: 'Withdraws it' },
    alarm: {
      description: 'Raises or ends an alert',
      input: Type.Object({ path: Type.String(), message: Type.String() }),
    },
    store: { description: 'Saves values, and returns what is stored', input: Type.Any() },
    refuse: { description: 'Refuses, with a reason' },
    stumble: { description: 'Fails, with a bug' },
    reject: { description: 'Leaves a rejected promise unhandled' },
    settings: { description: 'Returns the settings of the start' },
  },
  start: async (boat, settings) => {
    if (settings.fails) throw new Error('The mop is missing')
    let device: AutopilotDevice | undefined
    let subscription: AsyncDisposable | undefined
    boat.status('ok', `${settings.greeting}, ${boat.self}`)
    boat.signal.addEventListener('abort', () => boat.publish({ 'deck.last': boat.signal.aborted }))
    return {
      stop: async () => {
        if (settings.lingers) await sleep(60_000)
      },
      actions: {
        // The test deliberately tries what the types forbid.
        publish: ({ path, value }) => boat.publish({ [path]: value as string }),
        flood: async (count) => {
          for (let index = 0; index < count; index++) boat.publish({ 'deck.count': index })
          await boat.flushed()
        },
        print: (text) => {
          console.log(text)
          process.stdout.write(`${text}\n`)
        },
        write: (text) => writeSync(1, Buffer.from(text, 'latin1')),
        read: (file) => readFileSync(file, 'utf8'),
        scribble: (file) => writeFileSync(file, 'Kilroy was here'),
        work: async (seconds, { signal, deadline }) => {
          await sleep(seconds * 1_000, undefined, { signal }).catch(() => {
            boat.publish({ 'deck.interrupted': true })
            throw new MarineDataError('rejected-by-device', 'Put it down half way', { outcome: 'none' })
          })
          return { deadline }
        },
        dawdle: async (seconds) => await sleep(seconds * 1_000),
        listen: async ({ path, throws }) => {
          subscription = await boat.subscribe(
            { subscribe: [{ path: path as 'navigation.log' }] },
            (delta) => {
              if (throws) throw new Error('The hand fell overboard')
              boat.publish({ 'deck.received': delta })
            },
          )
        },
        forget: async () => await subscription?.[Symbol.asyncDispose](),
        register: async (id) => {
          device = await boat.registerDevice(
            { id, kind: 'autopilot', details: { states: [], modes: [], operations: [] } },
            ({ name, input }) => {
              if (name !== 'set-target')
                throw new MarineDataError('unsupported-action', `It cannot "${name}"`)
              return { input }
            },
          )
        },
        report: async (report) => await device?.report(report as AutopilotReport),
        notify: async ({ name, message }) =>
          await device?.notify(name, { state: 'alert', method: ['sound'], message }),
        withdraw: async () => await device?.withdraw(),
        alarm: async ({ path, message }) => {
          const place = path as 'notifications.deck.mop'
          if (message === '') return await boat.clear(place)
          return await boat.raise(place, { state: 'warn', method: ['visual'], message })
        },
        store: async (values) => {
          if (values !== null) await boat.storage.set(values as Record<string, unknown>)
          return {
            seen: await boat.storage.get('seen'),
            unseen: (await boat.storage.get('unseen')) ?? 'nothing',
          }
        },
        refuse: () => {
          throw new MarineDataError('busy', 'Not while the sails are up')
        },
        stumble: () => {
          throw new TypeError('The bucket is not a function')
        },
        reject: () => void Promise.reject(new Error('Nobody caught the line')),
        settings: () => settings,
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
