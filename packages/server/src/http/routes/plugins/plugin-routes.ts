import {
  completed,
  ActionCompleted,
  Completed,
  MarineDataError,
  PluginBudget,
  PluginList,
  PluginLog,
  PluginReport,
  PluginSettings,
  Type,
  type Actor,
  type ProblemCode,
  type ProductWord,
} from '@marinedata/model'
import { actorOf, type Gate } from '#gate.ts'
import { route, type ResponseShape, type Route, type RouteRequest } from '#http/route.ts'

/** The plugin operations that the routes use. */
export interface Plugins {
  list(): PluginList
  budget(): PluginBudget
  report(name: string): PluginReport
  log(name: string): PluginLog
  settings(name: string): PluginSettings
  enable(name: string): Promise<void>
  approve(name: string): Promise<void>
  disable(name: string): Promise<void>
  restart(name: string): Promise<void>
  configure(name: string, settings: PluginSettings): Promise<void>
  /** The lowest role that may run an action. */
  actionRole(name: string, action: string): 'crew' | 'helm' | 'owner'
  act(name: string, action: string, input: unknown): Promise<unknown>
}

/** An operation on a plugin, for the audit. */
export interface PluginEvent {
  readonly actor: Actor
  readonly operation: string
  /** The plugin. */
  readonly subject: string
  readonly details: { readonly outcome: string; readonly [more: string]: unknown }
}

export interface PluginRoutesOptions {
  readonly productWord: ProductWord
  readonly plugins: Plugins
  readonly note: (event: PluginEvent) => void
  readonly authorise: Gate['authorise']
}

type PluginRequest = RouteRequest<{ plugin: string }, unknown, unknown>
type Audited = <T>(request: PluginRequest, operation: string, run: () => Promise<T>) => Promise<T>

/** Runs an operation on a plugin and records it in the audit, whether it succeeds or fails. */
export const auditedPlugin =
  (note: PluginRoutesOptions['note'], more: (request: PluginRequest) => object = () => ({})): Audited =>
  async (request, operation, run) => {
    const { params } = request
    const record = (outcome: string): void =>
      note({
        operation,
        actor: actorOf(request),
        subject: params.plugin,
        details: { outcome, ...more(request) },
      })
    try {
      const result = await run()
      record('OK')
      return result
    } catch (error) {
      record(error instanceof MarineDataError ? error.code : 'internal')
      throw error
    }
  }

export const pluginParams = Type.Object({ plugin: Type.String({ maxLength: 64 }) })
const actionParams = Type.Object({
  plugin: Type.String({ maxLength: 64 }),
  action: Type.String({ maxLength: 64 }),
})
const done: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'Done', schema: Completed },
}
const failures: readonly ProblemCode[] = ['plugin-not-found', 'plugin-not-running', 'plugin-failed']

interface Change {
  readonly verb: 'enable' | 'approve' | 'disable' | 'restart'
  readonly summary: string
  readonly operation: string
}

const changes: readonly Change[] = [
  { verb: 'enable', summary: 'Enables a plugin; completes when it runs', operation: 'plugin-enabled' },
  {
    verb: 'approve',
    summary: 'Approves the new claims of a plugin; completes when it runs',
    operation: 'plugin-approved',
  },
  {
    verb: 'disable',
    summary: 'Disables a plugin; completes when its process has ended',
    operation: 'plugin-disabled',
  },
  { verb: 'restart', summary: 'Restarts a plugin; completes when it runs', operation: 'plugin-restarted' },
]

/** Routes for everyone with read access. */
const readingRoutes = (base: string, { plugins, productWord }: PluginRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `/${productWord}/v2/api/plugin-budget`,
    scope: 'read',
    operationId: 'getPluginBudget',
    summary: 'What all plugins use together, and what they may use',
    responses: { 200: { description: 'Use and limits', schema: PluginBudget } },
    handle: () => plugins.budget(),
  }),
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'getPlugins',
    summary: 'All plugins, by name',
    responses: { 200: { description: 'A report of each plugin', schema: PluginList } },
    handle: () => plugins.list(),
  }),
  route({
    method: 'GET',
    path: `${base}/:plugin`,
    scope: 'read',
    operationId: 'getPlugin',
    summary: 'One plugin',
    params: pluginParams,
    responses: { 200: { description: 'A report of the plugin', schema: PluginReport } },
    problems: ['plugin-not-found'],
    handle: (request) => plugins.report(request.params.plugin),
  }),
]

/** Log and settings, for administrators only. */
const inspectionRoutes = (base: string, { plugins }: PluginRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/:plugin/log`,
    scope: 'admin',
    operationId: 'getPluginLog',
    summary: 'The newest log lines of a plugin',
    params: pluginParams,
    responses: { 200: { description: 'Lines, oldest first', schema: PluginLog } },
    problems: ['plugin-not-found'],
    handle: (request) => plugins.log(request.params.plugin),
  }),
  route({
    method: 'GET',
    path: `${base}/:plugin/settings`,
    // For administrators only: settings may contain the password of a device.
    scope: 'admin',
    operationId: 'getPluginSettings',
    summary: 'The settings of a plugin; its manifest describes them',
    params: pluginParams,
    responses: { 200: { description: 'The settings', schema: PluginSettings } },
    problems: ['plugin-not-found'],
    handle: (request) => plugins.settings(request.params.plugin),
  }),
]

/** Enabling, approving, disabling and restarting. */
const changingRoutes = (base: string, { plugins, note }: PluginRoutesOptions): Route[] =>
  changes.map(({ verb, summary, operation }) =>
    route({
      method: 'POST',
      path: `${base}/:plugin/${verb}`,
      scope: 'admin',
      operationId: `${verb}Plugin`,
      summary,
      params: pluginParams,
      responses: done,
      problems: verb === 'enable' ? [...failures, 'plugin-budget'] : failures,
      handle: async (request: PluginRequest) => {
        const { plugin } = request.params
        const { newClaims = [] } = plugins.list()[plugin] ?? {}
        const approvedClaims = (): object => (verb === 'approve' ? { claims: newClaims } : {})
        await auditedPlugin(note, approvedClaims)(request, operation, () => plugins[verb](plugin))
        return completed
      },
    }),
  )

/** A scope that each role has, and no role below it. */
const scopeByRole = { crew: 'alerts.ack', helm: 'course.command', owner: 'admin' } as const

/** Changing settings and running actions. */
const commandingRoutes = (base: string, { plugins, note, authorise }: PluginRoutesOptions): Route[] => [
  route({
    method: 'PUT',
    path: `${base}/:plugin/settings`,
    scope: 'admin',
    operationId: 'setPluginSettings',
    summary: 'Replaces all settings of a plugin; completes when it runs with them',
    params: pluginParams,
    body: PluginSettings,
    responses: done,
    problems: ['invalid-settings', ...failures],
    handle: async (request) => {
      const { params: named, body } = request
      // Records only the names of the settings: a value may be the password of a device.
      const setNames = (): object => ({ settings: Object.keys(body) })
      await auditedPlugin(note, setNames)(request, 'plugin-set', () => plugins.configure(named.plugin, body))
      return completed
    },
  }),
  route({
    method: 'POST',
    path: `${base}/:plugin/actions/:action`,
    // The manifest names the role: a drill is for the helm, the choice of an input for the owner.
    scope: 'read',
    operationId: 'runPluginAction',
    summary:
      'Runs an action of a plugin, for the role that the manifest names or the owner; completes when the plugin has answered',
    params: actionParams,
    body: Type.Unknown({ description: 'the input of the action as described in the manifest; {} for none' }),
    responses: { 200: { description: 'Done, with the result of the plugin', schema: ActionCompleted } },
    problems: ['invalid-body', 'not-found', 'unconfirmed', ...failures],
    handle: async (request) => {
      const { plugin, action } = request.params
      authorise(request.visitor, scopeByRole[plugins.actionRole(plugin, action)])
      const run = (): Promise<unknown> => plugins.act(plugin, action, request.body)
      const result = await auditedPlugin(note, () => ({ action }))(request, 'plugin-action', run)
      return { ...completed, ...(result !== undefined && { result }) }
    },
  }),
]

/** Reading and managing plugins. */
export const pluginRoutes = (options: PluginRoutesOptions): Route[] => {
  const base = `/${options.productWord}/v2/api/plugins`
  return [readingRoutes, inspectionRoutes, changingRoutes, commandingRoutes].flatMap((routes) =>
    routes(base, options),
  )
}
