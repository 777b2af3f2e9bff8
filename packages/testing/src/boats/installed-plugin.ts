import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const plainPlugin = join(import.meta.dirname, '..', '..', '..', 'server', 'test', 'plugins', 'plain.js')

/** Claims of a manifest besides its name, version and description. */
export type Claims = Readonly<Record<string, unknown>>

/** Puts a plugin that only answers the server into a data folder, as `plugin add` does. Another call updates it. */
export const installPlugin = async (data: string, name: string, claims: Claims = {}): Promise<string> => {
  const home = join(data, 'plugins', name)
  await mkdir(home, { recursive: true })
  await writeFile(join(home, 'package.json'), JSON.stringify({ name, type: 'module', main: 'main.js' }))
  await cp(plainPlugin, join(home, 'main.js'))
  await writeFile(
    join(home, 'marinedata-plugin.json'),
    JSON.stringify({ name, version: '1.0.0', description: 'Answers the server', ...claims }),
  )
  return home
}
