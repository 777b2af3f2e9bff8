import { checkOf, MarineDataError, pluginSourceAddress, Type } from '@marinedata/model'
import {
  CatalogueFile,
  checkedManifest,
  type CatalogueEntry,
  type PluginManifest,
} from '@marinedata/plugin-api/host'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { checkIntegrity, download } from './download.ts'
import type { StagedPlugin } from './plugin-folder.ts'
import { pluginLimits, refuse } from './tarball.ts'

/** A plugin in a catalogue. Its manifest is valid. */
export type CataloguedPlugin = CatalogueEntry & { readonly manifest: PluginManifest }

const largestBytes = 4 * 1024 * 1024
const sourceAddress = checkOf(Type.String({ pattern: pluginSourceAddress }))
const catalogueShape = checkOf<CatalogueFile>(CatalogueFile)

const isFile = (address: string): boolean => address.startsWith('file:')

const readAddress = async (address: string, largest: number): Promise<Buffer> => {
  if (!isFile(address)) return await download(address, largest)
  const path = fileURLToPath(address)
  try {
    if ((await stat(path)).size > largest) return refuse(`${path} has more than ${largest} bytes`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof MarineDataError) throw error
    return refuse(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** The address of the file of a plugin. A catalogue from elsewhere names no files of this machine. */
const addressOfFile = ({ file }: CatalogueEntry, catalogue: string): string => {
  const address = URL.canParse(file, catalogue) ? new URL(file, catalogue).href : ''
  if (!sourceAddress.accepts(address) || (isFile(address) && !isFile(catalogue)))
    return refuse(`The catalogue names the file ${file}, which is no address that plugins are loaded from`)
  return address
}

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return refuse('The catalogue is no JSON')
  }
}

/**
 * Reads a catalogue.
 * @throws MarineDataError `invalid-value` when it cannot be loaded or is not one
 */
export const readCatalogue = async (address: string): Promise<readonly CataloguedPlugin[]> => {
  const content = parsed(await readAddress(address, largestBytes))
  const [fault] = catalogueShape.faults(content)
  if (fault !== undefined || !catalogueShape.accepts(content))
    return refuse(`The catalogue is not valid: ${fault?.path ?? '/'} ${fault?.message ?? ''}`.trimEnd())
  const plugins = content.plugins.map((entry) => ({
    ...entry,
    manifest: checkedManifest(entry.manifest, `The manifest of ${entry.package}`),
  }))
  const names = plugins.map(({ manifest }) => manifest.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? plugins : refuse(`The catalogue has two plugins with the name "${twice}"`)
}

/**
 * The plugin with a name and a version, which may be absent: `tides`, `tides@1.2.0`.
 * @throws MarineDataError `plugin-not-found`, or `invalid-value` when the catalogue has another version
 */
export const listedPlugin = (plugins: readonly CataloguedPlugin[], subject: string): CataloguedPlugin => {
  const [name = '', version] = subject.split('@')
  const entry = plugins.find(({ manifest }) => manifest.name === name)
  if (entry === undefined)
    throw new MarineDataError('plugin-not-found', `The catalogue has no plugin "${name}"`)
  return version === undefined || entry.version === version
    ? entry
    : refuse(`The catalogue has ${name} ${entry.version}, not ${version}. Look at its rights again`)
}

/** Loads the file of a plugin. @throws MarineDataError `invalid-value` when it is not the one in the catalogue */
export const loadListed = async (entry: CataloguedPlugin, catalogue: string): Promise<Buffer> => {
  const bytes = await readAddress(addressOfFile(entry, catalogue), pluginLimits.fileBytes)
  checkIntegrity(bytes, entry.integrity)
  return bytes
}

/** The installed plugin must match the plugin in the catalogue that the owner has seen. @throws MarineDataError `invalid-value` */
export const checkListed = (staged: StagedPlugin, entry: CataloguedPlugin): void => {
  const { package: name, version, manifest } = staged
  if (name !== entry.package || version !== entry.version)
    refuse(`The file contains ${name} ${version}, not ${entry.package} ${entry.version}`)
  if (!isDeepStrictEqual(manifest, entry.manifest))
    refuse(`The manifest of ${name} is not the one in the catalogue. Nothing was installed`)
}
