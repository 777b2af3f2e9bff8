import {
  ActionCompleted,
  Completed,
  PluginList,
  PluginLog,
  PluginReport,
  PluginSettings,
  Type,
  type ProblemCode,
  type ProductWord,
} from '@marinedata/model'
import { route, type ResponseShape, type Route, type RouteRequest } from './route.ts'

/** What the routes ask of the plugins. */
export interface Plugins {
  list(): PluginList
  report(name: string): PluginReport
  log(name: string): PluginLog
  settings(name: string): PluginSettings
  enable(name: string): Promise<void>
  disable(name: string): Promise<void>
  restart(name: string): Promise<void>
  configure(name: string, settings: PluginSettings): Promise<void>
  act(name: string, action: string, input: unknown): Promise<unknown>
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
  readonly verb: 'enable' | 'disable' | 'restart'
  readonly summary: string
}

const changes: readonly Change[] = [
  { verb: 'enable', summary: 'Switches a plugin on; answered when it runs' },
  { verb: 'disable', summary: 'Switches a plugin off; answered when its process is gone' },
  { verb: 'restart', summary: 'Starts a plugin anew; answered when it runs' },
]

/** What anyone on board may see. */
const readingRoutes = (base: string, plugins: Plugins): Route[] => [
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
const lookingRoutes = (base: string, plugins: Plugins): Route[] => [
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
const changingRoutes = (base: string, plugins: Plugins): Route[] =>
  changes.map(({ verb, summary }) =>
    route({
      method: 'POST',
      path: `${base}/:plugin/${verb}`,
      scope: 'admin',
      operationId: `${verb}Plugin`,
      summary,
      params,
      responses: done,
      problems: failures,
      handle: async (request: RouteRequest<{ plugin: string }, unknown, unknown>) => {
        await plugins[verb](request.params.plugin)
        return completed
      },
    }),
  )

/** What is set, and what is asked of it. */
const commandingRoutes = (base: string, plugins: Plugins): Route[] => [
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
      await plugins.configure(request.params.plugin, request.body)
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
      const result = await plugins.act(plugin, action, request.body)
      return { ...completed, ...(result !== undefined && { result }) }
    },
  }),
]

/** Plugins: what they do, and how they are looked after. */
export const pluginRoutes = (productWord: ProductWord, plugins: Plugins): Route[] => {
  const base = `/${productWord}/v2/api/plugins`
  return [readingRoutes, lookingRoutes, changingRoutes, commandingRoutes].flatMap((routes) =>
    routes(base, plugins),
  )
}
