import { LogbookNote, logbookName } from '@marinedata/model'
import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { LogbookRunner, readPaths, writtenPaths } from './logbook-runner.ts'

const logbook = definePlugin({
  name: logbookName,
  version: '0.1.0',
  description: 'Writes the logbook and measures the trip: distance, time under way, engine hours, speeds',
  settings: Type.Object(
    {
      interval: Type.Number({
        minimum: 10,
        maximum: 86_400,
        default: 3_600,
        description: 'seconds between two entries while the boat is under way',
      }),
      fastest: Type.Number({
        minimum: 1,
        maximum: 100,
        default: 30,
        description: 'm/s; a higher speed, or a position that needs one, is a fault of the receiver',
      }),
    },
    { additionalProperties: false },
  ),
  reads: { paths: readPaths },
  writes: { paths: writtenPaths },
  resources: [logbookName],
  actions: {
    addNote: { description: 'Adds a note to the logbook', input: LogbookNote, deadline: 5 },
    resetTrip: { description: 'Starts a new trip: all its figures begin at zero', deadline: 5 },
  },
  start: async (boat, settings) => {
    const runner = new LogbookRunner(boat, settings)
    const actions = await runner.start()
    return {
      stop: async () => await runner[Symbol.asyncDispose](),
      actions: {
        addNote: async (note) => await actions.addNote(note),
        resetTrip: async () => await actions.resetTrip(),
      },
    }
  },
})

/** Writes the logbook and measures the trip. */
export const plugin: Plugin = logbook

if (import.meta.main) await runPlugin(plugin)
