import { checkOf, MarineDataError } from '@marinedata/model'
import { manifestFile, PluginName } from '@marinedata/plugin-api/host'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverVersion } from '../settings/server-version.ts'

const template = fileURLToPath(new URL('../../assets/plugin-template', import.meta.url))
const nameCheck = checkOf<string>(PluginName)

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

/** Makes a folder with a plugin that works, and with the test that says so. */
export const makePlugin = async (name: string): Promise<void> => {
  if (nameCheck.faults(name).length > 0)
    throw new MarineDataError(
      'invalid-value',
      `"${name}" is no name for a plugin: small letters, digits and "-", beginning with a letter, at most 48`,
    )
  const folder = resolve(name)
  if (existsSync(folder)) throw new MarineDataError('invalid-value', `${folder} is there already`)
  cpSync(template, folder, { recursive: true })
  // npm leaves a file of the true name out of what it packs.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'))
  for (const file of filesIn(folder)) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll('plugin-name', name).replaceAll('0.0.0-server', serverVersion))
  }
  process.stdout
    .write(`${name}/ has a plugin that works: ${manifestFile} says what it may do, index.js does it.

  cd ${name}
  npm install
  npm test
  npm start
`)
}
