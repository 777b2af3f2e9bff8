import {
  completed,
  Completed,
  PluginCatalogue,
  PluginInstallation,
  PluginReport,
  type ProblemCode,
} from '@marinedata/model'
import { route, type Route } from '#http/route.ts'
import { auditedPlugin, pluginParams as params, type PluginRoutesOptions } from './plugin-routes.ts'

/** Installing and removing, with the catalogue of the owner's choice. */
export interface Installer {
  catalogue(): Promise<PluginCatalogue>
  install(name: string, version: string): Promise<void>
  remove(name: string): Promise<void>
}

export interface PluginCatalogueRoutesOptions extends PluginRoutesOptions {
  readonly installer: Installer
}

const unavailable: readonly ProblemCode[] = ['not-found', 'no-provider']
const refused: readonly ProblemCode[] = ['plugin-not-found', 'invalid-value', 'busy', 'unconfirmed']

const catalogueRoute = (base: string, { installer }: PluginCatalogueRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/plugin-catalogue`,
    scope: 'admin',
    operationId: 'getPluginCatalogue',
    summary: 'Plugins that can be installed or updated, with their rights',
    responses: { 200: { description: 'The catalogue', schema: PluginCatalogue } },
    problems: unavailable,
    handle: () => installer.catalogue(),
  })

const installRoute = (base: string, { plugins, installer, note }: PluginCatalogueRoutesOptions): Route =>
  route({
    method: 'POST',
    path: `${base}/plugin-catalogue/:plugin/install`,
    scope: 'admin',
    operationId: 'installPlugin',
    summary: 'Installs or updates a plugin; a new one stays disabled',
    params,
    body: PluginInstallation,
    responses: { 200: { description: 'The plugin', schema: PluginReport } },
    problems: [...unavailable, ...refused],
    handle: async (request) => {
      const { plugin } = request.params
      const { version } = request.body
      const install = (): Promise<void> => installer.install(plugin, version)
      await auditedPlugin(note, () => ({ version }))(request, 'plugin-installed', install)
      return plugins.report(plugin)
    },
  })

const removeRoute = (base: string, { installer, note }: PluginCatalogueRoutesOptions): Route =>
  route({
    method: 'DELETE',
    path: `${base}/plugins/:plugin`,
    scope: 'admin',
    operationId: 'removePlugin',
    summary: 'Disables and deletes an installed plugin; its data and settings stay',
    params,
    responses: { 200: { description: 'Done', schema: Completed } },
    problems: refused,
    handle: async (request) => {
      const { plugin } = request.params
      await auditedPlugin(note)(request, 'plugin-removed', () => installer.remove(plugin))
      return completed
    },
  })

/** Plugins that can be installed, updated and removed while the server runs. */
export const pluginCatalogueRoutes = (options: PluginCatalogueRoutesOptions): Route[] => {
  const base = `/${options.productWord}/v2/api`
  return [catalogueRoute, installRoute, removeRoute].map((routeOf) => routeOf(base, options))
}
