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

/** Creates a folder with a working plugin and its test. */
export const createPlugin = async (name: string): Promise<void> => {
  if (nameCheck.faults(name).length > 0)
    throw new MarineDataError(
      'invalid-value',
      `"${name}" is not a valid plugin name. Use at most 48 lower case letters, digits and "-", starting with a letter`,
    )
  const folder = resolve(name)
  if (existsSync(folder))
    throw new MarineDataError('invalid-value', `${folder} already exists. Choose another name`)
  cpSync(template, folder, { recursive: true })
  // npm does not pack files named .gitignore.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'))
  for (const file of filesIn(folder)) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll('plugin-name', name).replaceAll('0.0.0-server', serverVersion))
  }
  process.stdout
    .write(`Created a plugin in ${name}/: ${manifestFile} declares its rights, index.js contains its code.

  cd ${name}
  npm install
  npm test
  npm start
`)
}
