import {
  ActionCompleted,
  Completed,
  MarineDataError,
  PluginList,
  PluginLog,
  PluginReport,
  PluginSettings,
  Type,
  type ProblemCode,
  type ProductWord,
} from '@marinedata/model'
import { route, type ResponseShape, type Route, type RouteRequest } from '../route.ts'

/** What the routes ask of the plugins. */
export interface Plugins {
  list(): PluginList
  report(name: string): PluginReport
  log(name: string): PluginLog
  settings(name: string): PluginSettings
  enable(name: string): Promise<void>
  approve(name: string): Promise<void>
  disable(name: string): Promise<void>
  restart(name: string): Promise<void>
  configure(name: string, settings: PluginSettings): Promise<void>
  act(name: string, action: string, input: unknown): Promise<unknown>
}

/** What was asked of a plugin, for the audit. */
export interface PluginDeed {
  readonly deed: string
  readonly who: string
  readonly from: string
  /** The plugin. */
  readonly subject: string
  readonly details: { readonly outcome: string; readonly [more: string]: unknown }
}

export interface PluginRoutesOptions {
  readonly productWord: ProductWord
  readonly plugins: Plugins
  readonly note: (deed: PluginDeed) => void
}

type PluginRequest = RouteRequest<{ plugin: string }, unknown, unknown>
type Noted = <T>(request: PluginRequest, deed: string, work: () => Promise<T>) => Promise<T>

/** Does something to a plugin and notes it, whatever comes of it. */
const noting =
  (note: PluginRoutesOptions['note'], more: (request: PluginRequest) => object = () => ({})): Noted =>
  async (request, deed, work) => {
    const { principal, address, params } = request
    const noted = (outcome: string): void =>
      note({
        deed,
        who: principal.name,
        from: address,
        subject: params.plugin,
        details: { outcome, ...more(request) },
      })
    try {
      const result = await work()
      noted('OK')
      return result
    } catch (error) {
      noted(error instanceof MarineDataError ? error.code : 'internal')
      throw error
    }
  }

const params = Type.Object({ plugin: Type.String({ maxLength: 64 }) })
const actionParams = Type.Object({
  plugin: Type.String({ maxLength: 64 }),
  action: Type.String({ maxLength: 64 }),
})
const done: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'Done: the plugin is as was asked', schema: Completed },
}
const completed: Completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' }
const failures: readonly ProblemCode[] = ['plugin-not-found', 'plugin-not-running', 'plugin-failed']

interface Change {
  readonly verb: 'enable' | 'approve' | 'disable' | 'restart'
  readonly summary: string
  readonly deed: string
}

const changes: readonly Change[] = [
  { verb: 'enable', summary: 'Switches a plugin on; answered when it runs', deed: 'plugin-enabled' },
  {
    verb: 'approve',
    summary: 'Agrees to what a plugin claims beyond what was agreed to before; answered when it runs',
    deed: 'plugin-approved',
  },
  {
    verb: 'disable',
    summary: 'Switches a plugin off; answered when its process is gone',
    deed: 'plugin-disabled',
  },
  { verb: 'restart', summary: 'Starts a plugin anew; answered when it runs', deed: 'plugin-restarted' },
]

/** What anyone on board may see. */
const readingRoutes = (base: string, { plugins }: PluginRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getPlugins',
    summary: 'All plugins, by name',
    responses: { 200: { description: 'What is known of each', schema: PluginList } },
    handle: () => plugins.list(),
  }),
  route({
    method: 'GET',
    path: `${base}/:plugin`,
    scope: 'read',
    operationId: 'getPlugin',
    summary: 'One plugin',
    params,
    responses: { 200: { description: 'What is known of it', schema: PluginReport } },
    problems: ['plugin-not-found'],
    handle: (request) => plugins.report(request.params.plugin),
  }),
]

/** What only those may see who look after the plugins. */
const lookingRoutes = (base: string, { plugins }: PluginRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/:plugin/log`,
    scope: 'admin',
    operationId: 'getPluginLog',
    summary: 'The newest lines that a plugin wrote',
    params,
    responses: { 200: { description: 'Lines, oldest first', schema: PluginLog } },
    problems: ['plugin-not-found'],
    handle: (request) => plugins.log(request.params.plugin),
  }),
  route({
    method: 'GET',
    path: `${base}/:plugin/settings`,
    // They may hold the password of a device.
    scope: 'admin',
    operationId: 'getPluginSettings',
    summary: 'What was set of a plugin; the manifest says what could be',
    params,
    responses: { 200: { description: 'The settings', schema: PluginSettings } },
    problems: ['plugin-not-found'],
    handle: (request) => plugins.settings(request.params.plugin),
  }),
]

/** On, off, and again. */
const changingRoutes = (base: string, { plugins, note }: PluginRoutesOptions): Route[] =>
  changes.map(({ verb, summary, deed }) =>
    route({
      method: 'POST',
      path: `${base}/:plugin/${verb}`,
      scope: 'admin',
      operationId: `${verb}Plugin`,
      summary,
      params,
      responses: done,
      problems: failures,
      handle: async (request: PluginRequest) => {
        const { plugin } = request.params
        const { newClaims = [] } = plugins.list()[plugin] ?? {}
        const agreed = (): object => (verb === 'approve' ? { claims: newClaims } : {})
        await noting(note, agreed)(request, deed, () => plugins[verb](plugin))
        return completed
      },
    }),
  )

/** What is set, and what is asked of it. */
const commandingRoutes = (base: string, { plugins, note }: PluginRoutesOptions): Route[] => [
  route({
    method: 'PUT',
    path: `${base}/:plugin/settings`,
    scope: 'admin',
    operationId: 'setPluginSettings',
    summary: 'Sets all settings of a plugin; answered when it runs with them',
    params,
    body: PluginSettings,
    responses: done,
    problems: ['invalid-settings', ...failures],
    handle: async (request) => {
      const { params: named, body } = request
      // Their names only: a value may be the password of a device.
      const setNames = (): object => ({ settings: Object.keys(body) })
      await noting(note, setNames)(request, 'plugin-set', () => plugins.configure(named.plugin, body))
      return completed
    },
  }),
  route({
    method: 'POST',
    path: `${base}/:plugin/actions/:action`,
    scope: 'admin',
    operationId: 'runPluginAction',
    summary: 'Has a plugin do one of its actions; answered when it has',
    params: actionParams,
    body: Type.Unknown({ description: 'what the action takes, by the manifest; {} for nothing' }),
    responses: { 200: { description: 'Done, with what the plugin gave back', schema: ActionCompleted } },
    problems: ['invalid-body', 'not-found', 'unconfirmed', ...failures],
    handle: async (request) => {
      const { plugin, action } = request.params
      const work = (): Promise<unknown> => plugins.act(plugin, action, request.body)
      const result = await noting(note, () => ({ action }))(request, 'plugin-action', work)
      return { ...completed, ...(result !== undefined && { result }) }
    },
  }),
]

/** Plugins: what they do, and how they are looked after. */
export const pluginRoutes = (options: PluginRoutesOptions): Route[] => {
  const base = `/${options.productWord}/v2/api/plugins`
  return [readingRoutes, lookingRoutes, changingRoutes, commandingRoutes].flatMap((routes) =>
    routes(base, options),
  )
}
