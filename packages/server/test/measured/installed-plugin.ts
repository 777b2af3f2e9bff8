import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fixtures = new URL('../plugins/', import.meta.url).pathname
const pluginApi = new URL('../../../plugin-api', import.meta.url).pathname

export interface InstalledPlugin {
  readonly name: string
  /** The module of the fixture, without its extension. */
  readonly fixture: string
  readonly manifest: object
}

/** Installs a plugin into a data folder, as npm does. */
export const installPlugin = async (
  folder: string,
  { name, fixture, manifest }: InstalledPlugin,
): Promise<void> => {
  const home = join(folder, 'plugins', name)
  const scope = join(home, 'node_modules', '@marinedata')
  await mkdir(scope, { recursive: true })
  await symlink(pluginApi, join(scope, 'plugin-api'))
  await copyFile(join(fixtures, `${fixture}.ts`), join(home, `${fixture}.ts`))
  await writeFile(
    join(home, 'package.json'),
    JSON.stringify({ name, type: 'module', exports: `./${fixture}.ts` }),
  )
  await writeFile(join(home, 'marinedata-plugin.json'), JSON.stringify({ ...manifest, name }))
}
