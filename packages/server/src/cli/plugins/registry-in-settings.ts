import { refuse } from '#plugin-host/installation/tarball.ts'
import { loadSettings } from '#settings/settings-file.ts'

/** The registry in the settings, or in npm's environment. There is no default. */
export const registryOf = (folder: string): string => {
  const registry = loadSettings(folder).settings.plugins?.registry ?? process.env['npm_config_registry']
  if (registry === undefined || !/^https?:\/\//.test(registry))
    return refuse(
      'No registry is set. Add the file instead, or set plugins.registry in settings.json or npm_config_registry',
    )
  return registry
}
