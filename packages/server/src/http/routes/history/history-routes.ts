import type { HistoryProviders, HistoryService } from '@marinedata/core'
import {
  DefaultHistoryProvider,
  HistoryDeletionPending,
  HistoryForgotten,
  HistoryProviderList,
  HistoryStorage,
  HistoryValuesAnswer,
  MarineDataError,
  Track,
  trackToleranceMetres,
  Type,
  type Actor,
  type ProblemCode,
} from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { sendJson, sendText } from '#http/compression.ts'
import { route, type Route } from '#http/route.ts'
import { askerOf, type AskingRequest } from '../asker.ts'
import { providerChoiceRoute } from '../provider-choice.ts'
import { HistoryDeletions } from './history-deletions.ts'
import { csvOf, gpxOf, jsonOf } from './history-texts.ts'

/** A change of the history by a person, for the audit. */
export interface HistoryEvent {
  readonly actor: Actor
  readonly operation: 'history-forgotten' | 'history-provider-chosen'
  readonly subject: string
  readonly details: object
}

export interface HistoryRoutesOptions {
  /** `…/history` */
  readonly base: string
  readonly service: Pick<HistoryService, 'values' | 'contexts' | 'paths' | 'track' | 'storage' | 'forget'>
  readonly providers: Pick<HistoryProviders, 'list' | 'choose' | 'defaultId'>
  readonly note: (event: HistoryEvent) => void
}

const strict = { additionalProperties: false } as const
const text = (description: string, maxLength = 64) => Type.Optional(Type.String({ maxLength, description }))

const range = {
  from: text('start: an ISO 8601 date-time; inclusive'),
  to: text('end: an ISO 8601 date-time, inclusive; now when absent'),
  duration: text('length instead of `from` or `to`: seconds, or ISO 8601 such as `PT15M`'),
}
const provider = text('the provider that answers; the default one when absent')
const context = text('the context; the own vessel when absent', 320)
const everyContext = text('only paths of this context', 320)

const rangeQuery = Type.Object({ ...range, provider }, strict)
const valuesQuery = Type.Object(
  {
    paths: Type.String({
      maxLength: 8_192,
      description: 'comma-separated: `path[|source][:method[:parameter]]`; at most 16',
    }),
    ...range,
    context,
    resolution: text('seconds, or a number with `s`, `m`, `h` or `d`; chosen for 1,500 rows when absent'),
    sourcePolicy: Type.Optional(
      Type.Enum(['preferred', 'all'], { description: '`all`: a column for each source of a path' }),
    ),
    provider,
  },
  strict,
)
const pathsQuery = Type.Object(
  {
    ...range,
    context: everyContext,
    bbox: text('only of contexts that were in this box: west,south,east,north in degrees', 128),
    provider,
  },
  strict,
)
const trackQuery = Type.Object(
  {
    ...range,
    context,
    tolerance: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100_000,
        description: 'metres by which the track may differ from the recorded one; 5 when absent',
      }),
    ),
    provider,
  },
  strict,
)

const problems: readonly ProblemCode[] = [
  'invalid-query',
  'not-found',
  'too-many-requests',
  'no-history-provider',
  'plugin-failed',
  'plugin-not-running',
  'storage-full',
]
const limitedProblems: readonly ProblemCode[] = [...problems, 'too-much-history']

const wants = (request: Pick<AskingRequest, 'header'>, type: string): boolean =>
  request.header('accept')?.toLowerCase().includes(type) === true

const valueRoute = ({ base, service }: HistoryRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/values`,
    scope: 'read',
    operationId: 'getHistoryValues',
    summary: 'Recorded values, aggregated in buckets of equal length',
    query: valuesQuery,
    responses: {
      200: { description: 'A row per bucket; as CSV with `Accept: text/csv`', schema: HistoryValuesAnswer },
    },
    problems: limitedProblems,
    handle: async (request, reply) => {
      const { head, pages } = await service.values(request.query, askerOf(request, reply))
      const encoding = request.header('accept-encoding')
      if (!wants(request, 'text/csv')) return sendJson(reply, jsonOf(head, pages), encoding)
      reply.header('content-type', 'text/csv; charset=utf-8')
      return sendText(reply, csvOf(head, pages), encoding)
    },
  })

const listRoutes = ({ base, service }: HistoryRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/contexts`,
    scope: 'read',
    operationId: 'getHistoryContexts',
    summary: 'Contexts with recorded values in a range',
    query: rangeQuery,
    responses: { 200: { description: 'Contexts, sorted', schema: Type.Array(Type.String()) } },
    problems: limitedProblems,
    handle: (request, reply) => service.contexts(request.query, askerOf(request, reply)),
  }),
  route({
    method: 'GET',
    path: `${base}/paths`,
    scope: 'read',
    operationId: 'getHistoryPaths',
    summary: 'Paths with recorded values in a range',
    query: pathsQuery,
    responses: { 200: { description: 'Paths, sorted', schema: Type.Array(Type.String()) } },
    problems: limitedProblems,
    handle: (request, reply) => service.paths(request.query, askerOf(request, reply)),
  }),
]

const trackRoute = ({ base, service }: HistoryRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/track`,
    scope: 'read',
    operationId: 'getHistoryTrack',
    summary: 'The recorded track of a vessel, thinned to a tolerance',
    query: trackQuery,
    responses: {
      200: { description: 'Points, oldest first; as GPX with `Accept: application/gpx+xml`', schema: Track },
    },
    problems: limitedProblems,
    handle: async (request, reply) => {
      const track = await service.track(request.query, askerOf(request, reply))
      const encoding = request.header('accept-encoding')
      if (!wants(request, 'application/gpx+xml')) return sendJson(reply, JSON.stringify(track), encoding)
      reply.header('content-type', 'application/gpx+xml; charset=utf-8')
      return sendText(reply, gpxOf(track, request.query.tolerance ?? trackToleranceMetres), encoding)
    },
  })

const storageRoute = ({ base, service }: HistoryRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/storage`,
    scope: 'read',
    operationId: 'getHistoryStorage',
    summary: 'What the history occupies on disk, and how far it goes back',
    query: Type.Object({ provider }, strict),
    responses: { 200: { description: 'Bytes and days of each tier', schema: HistoryStorage } },
    problems,
    handle: (request, reply) => service.storage(askerOf(request, reply)),
  })

const deletionRoute = ({ base, service, note }: HistoryRoutesOptions): Route => {
  const deletions = new HistoryDeletions()
  return route({
    method: 'DELETE',
    path: base,
    scope: 'admin',
    operationId: 'forgetHistory',
    summary: 'Deletes what was recorded in a range, in whole minutes',
    query: rangeQuery,
    responses: {
      200: { description: 'What was deleted', schema: HistoryForgotten },
      202: {
        description: 'The deletion continues; the same request again waits for its end',
        schema: HistoryDeletionPending,
      },
    },
    problems: [...problems, 'unconfirmed'],
    handle: async (request, reply) => {
      const { query } = request
      const forgotten = await deletions.run(JSON.stringify(query), async () => {
        // A client cannot end a deletion by disconnecting.
        const { signal } = new AbortController()
        const done = await service.forget(query, { ...askerOf(request, reply), signal })
        const subject = query.provider ?? 'history'
        note({ actor: actorOf(request), operation: 'history-forgotten', subject, details: done })
        return done
      })
      return forgotten ?? reply.code(202).send({ state: 'PENDING' } satisfies HistoryDeletionPending)
    },
  })
}

const providerRoutes = ({ base, providers, note }: HistoryRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/_providers`,
    scope: 'read',
    operationId: 'getHistoryProviders',
    summary: 'The plugins that answer questions about history',
    responses: { 200: { description: 'The providers by id', schema: HistoryProviderList } },
    handle: () => providers.list(),
  }),
  route({
    method: 'GET',
    path: `${base}/_providers/_default`,
    scope: 'read',
    operationId: 'getDefaultHistoryProvider',
    summary: 'The provider that answers by default',
    responses: { 200: { description: 'Its id', schema: DefaultHistoryProvider } },
    problems: ['no-history-provider'],
    handle: () => {
      const id = providers.defaultId
      if (id === undefined) throw new MarineDataError('no-history-provider', 'No plugin provides history')
      return { id }
    },
  }),
  providerChoiceRoute({
    base,
    operationId: 'setDefaultHistoryProvider',
    summary: 'Chooses the provider that answers by default',
    choose: (id) => providers.choose(id),
    note: (choice) => note({ ...choice, operation: 'history-provider-chosen', details: {} }),
  }),
]

/** Recorded values, their storage, and the plugins that provide them. */
export const historyRoutes = (options: HistoryRoutesOptions): Route[] => [
  valueRoute(options),
  ...listRoutes(options),
  trackRoute(options),
  storageRoute(options),
  deletionRoute(options),
  ...providerRoutes(options),
]
