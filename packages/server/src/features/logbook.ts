import { LogbookView, logbookCsv, logbookMarkdown, type ProvidedResources } from '@marinedata/core'
import {
  completed,
  Completed,
  Logbook,
  LogbookCompleted,
  LogbookDay,
  logbookName,
  LogbookNoteRequest,
  MarineDataError,
  Type,
  type LogbookEntry,
  type ProblemCode,
} from '@marinedata/model'
import type { Base, Feature } from '../compose/feature.ts'
import { actorOf } from '../gate.ts'
import { route, type Route } from '../http/route.ts'
import type { PluginHost } from '../plugin-host/plugin-host.ts'

interface LogbookParts {
  readonly provided: ProvidedResources
  readonly plugins: Pick<PluginHost, 'act'>
}

const failures: readonly ProblemCode[] = [
  'plugin-not-found',
  'plugin-not-running',
  'plugin-failed',
  'unconfirmed',
]

const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'a day, UTC' })

/** Without the plugin, or before its first entry, the logbook is empty. */
const viewOf = (provided: ProvidedResources): LogbookView => {
  try {
    return new LogbookView(provided.list(logbookName))
  } catch (error) {
    if (error instanceof MarineDataError && error.code === 'not-found') return new LogbookView([])
    throw error
  }
}

const readingRoutes = (path: string, view: () => LogbookView): Route[] => [
  route({
    method: 'GET',
    path,
    scope: 'read',
    operationId: 'getLogbook',
    summary: 'The figures of the trip, and the days of the logbook',
    responses: { 200: { description: 'The trip and the days, latest first', schema: Logbook } },
    handle: () => view().summary,
  }),
  route({
    method: 'GET',
    path: `${path}/days/:day`,
    scope: 'read',
    operationId: 'getLogbookDay',
    summary: 'The entries of one day',
    // A day of another form has no entries, either.
    params: Type.Object({ day: Type.String({ minLength: 1, description: 'a day, UTC: 2026-07-01' }) }),
    responses: { 200: { description: 'The entries, oldest first', schema: LogbookDay } },
    problems: ['not-found'],
    handle: (request) => view().day(request.params.day),
  }),
]

const exports = [
  { name: 'md', word: 'Markdown', contentType: 'text/markdown', write: logbookMarkdown },
  { name: 'csv', word: 'CSV', contentType: 'text/csv', write: logbookCsv },
] as const

const exportRoutes = (path: string, view: () => LogbookView): Route[] =>
  exports.map(({ name, word, contentType, write }) =>
    route({
      method: 'GET',
      path: `${path}.${name}`,
      scope: 'read',
      operationId: `getLogbookAs${word}`,
      summary: `The logbook as ${word}, in knots, degrees and hectopascals`,
      query: Type.Object({ day: Type.Optional(Day) }, { additionalProperties: false }),
      responses: {
        200: { description: 'All entries, or those of one day', contentType, schema: Type.String() },
      },
      problems: ['not-found'],
      handle: ({ query: { day } }, reply) =>
        reply
          .header('content-type', `${contentType}; charset=utf-8`)
          .header('content-disposition', `attachment; filename="logbook${day ? `-${day}` : ''}.${name}"`)
          .send(write(day === undefined ? view().days : [view().day(day)])),
    }),
  )

const writingRoutes = (path: string, { plugins }: LogbookParts): Route[] => [
  route({
    method: 'POST',
    path: `${path}/entries`,
    scope: 'alerts.ack',
    operationId: 'addLogbookNote',
    summary: 'Adds a note to the logbook, with the position, course and weather of now',
    body: LogbookNoteRequest,
    responses: { 200: { description: 'Saved, with the entry', schema: LogbookCompleted } },
    problems: ['invalid-body', ...failures],
    handle: async (request) => {
      const { kind, name } = actorOf(request)
      // In open mode everyone has the same name.
      const note = { text: request.body.text, ...(kind !== 'local' && { author: name.slice(0, 128) }) }
      // The plugin answers with the entry when it is on disk.
      const entry = (await plugins.act(logbookName, 'addNote', note)) as LogbookEntry
      return { ...completed, entry }
    },
  }),
  route({
    method: 'POST',
    path: `${path}/trip/reset`,
    scope: 'course.command',
    operationId: 'resetTrip',
    summary: 'Starts a new trip: all its figures begin at zero; the logbook is not changed',
    ignoresBody: true,
    responses: { 200: { description: 'Reset and saved', schema: Completed } },
    problems: failures,
    handle: async () => {
      await plugins.act(logbookName, 'resetTrip', {})
      return completed
    },
  }),
]

/** The logbook and the trip, which a plugin keeps. */
export const logbookFeature = ({ api }: Base, parts: LogbookParts): Feature => {
  const path = `${api}/vessels/self/logbook`
  const view = (): LogbookView => viewOf(parts.provided)
  return {
    routes: [...readingRoutes(path, view), ...exportRoutes(path, view), ...writingRoutes(path, parts)],
  }
}
