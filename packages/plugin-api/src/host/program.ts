import {
  checkOf,
  ContextPattern,
  isPathSegment,
  MarineDataError,
  PathPattern,
  type Fault,
  type TSchema,
} from '@marinedata/model'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { manifestFile, PluginManifest } from '#protocol/manifest.ts'
import { readPackageFile } from './package-file.ts'
import { settingFaults } from './setting-faults.ts'
import { findEscapingLink } from './sandbox/escaping-links.ts'
import { readablePaths } from './sandbox/readable-paths.ts'

/** A plugin on disk: its folder and how to run it. */
export interface Program {
  /** Real path, without symbolic links. */
  readonly folder: string
  /** The module that the server's Node runs; undefined when the manifest names a program in `run`. */
  readonly entry: string | undefined
  /** From the manifest file; undefined when there is no file and the plugin must be started to read it. */
  readonly manifest: PluginManifest | undefined
}

const invalid = (message: string, errors: readonly Fault[] = []): never => {
  const list = errors.map(({ path, message: fault }) => `\n  ${path === '' ? '/' : path}: ${fault}`).join('')
  throw new MarineDataError('invalid-settings', `${message}${list}`, { errors })
}

const jsonIn = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return invalid(`${file} cannot be read: ${(error as Error).message}`)
  }
}

const manifestShape = checkOf<PluginManifest>(PluginManifest)

/** More than seven times the largest manifest that comes with the product. */
const largestManifestBytes = 128 * 1024
const deepestLevels = 32

const patternFaults = (
  place: string,
  texts: readonly string[] = [],
  parse: (text: string) => unknown = (text) => PathPattern.parse(text),
): Fault[] =>
  texts.flatMap((text, index) =>
    parse(text) === undefined ? [{ path: `${place}/${index}`, message: `"${text}" is not a pattern` }] : [],
  )

/** Schemas and reports are read recursively. Without recursion here: a manifest may be nested deeply. */
const isTooDeep = (manifest: unknown): boolean => {
  const left: (readonly [value: unknown, level: number])[] = [[manifest, 1]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, level] = next
    if (typeof value !== 'object' || value === null) continue
    if (level > deepestLevels) return true
    for (const part of Object.values(value)) left.push([part, level + 1])
  }
  return false
}

const schemaFaults = (place: string, schema: TSchema | undefined): Fault[] => {
  if (schema === undefined) return []
  try {
    // Compiles the schema.
    checkOf(schema).accepts(undefined)
    return []
  } catch (error) {
    return [{ path: place, message: `is not a JSON Schema: ${(error as Error).message}` }]
  }
}

const asContext = (text: string): unknown => ContextPattern.parse(text)

/** The name of a kind is also a segment of the path at which its changes are published. */
const kindFaults = (kinds: readonly string[] = []): Fault[] =>
  kinds.flatMap((kind, index) =>
    isPathSegment(kind) ? [] : [{ path: `/resources/${index}`, message: 'is a reserved name' }],
  )

/**
 * Every fault of a manifest; empty when it is valid. Does not compile its schemas: a pattern in them may take hours, and
 * the server reads manifests of plugins that are not enabled.
 */
export const manifestFaults = (manifest: unknown): Fault[] => {
  if (isTooDeep(manifest)) return [{ path: '', message: `has more than ${deepestLevels} levels` }]
  const faults = manifestShape.faults(manifest)
  if (faults.length > 0 || !manifestShape.accepts(manifest)) return faults
  const { writes, reads, notifications, resources, settings } = manifest
  return [
    ...patternFaults('/writes/paths', writes?.paths),
    ...patternFaults('/writes/contexts', writes?.contexts, asContext),
    ...patternFaults('/reads/paths', reads?.paths),
    ...patternFaults('/reads/contexts', reads?.contexts, asContext),
    ...patternFaults('/notifications', notifications),
    ...kindFaults(resources),
    ...settingFaults(settings),
  ]
}

/**
 * Validates a manifest.
 * @throws MarineDataError `invalid-settings` with every fault
 */
export const checkedManifest = (manifest: unknown, place: string): PluginManifest => {
  const errors = manifestFaults(manifest)
  if (errors.length > 0) invalid(`${place} is not a valid manifest:`, errors)
  // No faults means that the manifest matches the schema.
  return manifest as PluginManifest
}

/**
 * Compiles the schemas of a manifest. For commands and tests: in the server, a process of its own does it.
 * @throws MarineDataError `invalid-settings` with every schema that is none
 */
export const checkSchemas = ({ settings, actions }: PluginManifest, place: string): void => {
  const inputs = Object.entries(actions ?? {})
  const errors = [
    ...schemaFaults('/settings', settings),
    ...inputs.flatMap(([name, { input }]) => schemaFaults(`/actions/${name}/input`, input)),
  ]
  if (errors.length > 0) invalid(`${place} is not a valid manifest:`, errors)
}

/** Node's conditions for an imported module, and those that this process was started with. */
const activeConditions = (): ReadonlySet<string> => {
  const own = process.execArgv.flatMap((word) => /^(?:-C|--conditions)=(.+)$/.exec(word)?.[1] ?? [])
  return new Set([...own, 'node', 'import', 'module-sync', 'require', 'default'])
}

/** The main module that `exports` names. The first matching condition wins. */
const exportedMain = (exports: unknown, conditions: ReadonlySet<string>): string | undefined => {
  if (typeof exports === 'string') return exports
  if (typeof exports !== 'object' || exports === null) return undefined
  const matching = Object.entries(exports).filter(([name]) => name === '.' || conditions.has(name))
  for (const [, target] of matching) {
    const found = exportedMain(target, conditions)
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads the package itself: Node caches package.json for the life of the process, even after an update. */
const entryOf = (folder: string): string => {
  const packageFile = join(folder, 'package.json')
  const { name, main, exports } = readPackageFile(folder)
  if (typeof name !== 'string') return invalid(`${packageFile} has no name`)
  const target = exports === undefined ? main : exportedMain(exports, activeConditions())
  if (target !== undefined && typeof target !== 'string')
    return invalid(`${packageFile} names no main module`)
  if (exports !== undefined && target === undefined)
    return invalid(`${packageFile} names no main module: exports has none for "."`)
  try {
    return createRequire(packageFile).resolve(resolve(folder, target ?? 'index'))
  } catch (error) {
    return invalid(`${packageFile} names no main module: ${(error as Error).message}`)
  }
}

/** The main module of a folder as a plugin. Ignores the manifest file. */
export const moduleProgram = (place: string): Program => {
  const folder = realpathSync(resolve(place))
  return { folder, entry: entryOf(folder), manifest: undefined }
}

const refuseLinksOut = (folder: string): void => {
  const link = findEscapingLink(folder, readablePaths({ folder }))
  if (link === undefined) return
  invalid(`${link} is a symbolic link to a path outside the plugin’s folder. Copy the target into the folder`)
}

const manifestIn = (file: string): PluginManifest =>
  statSync(file).size > largestManifestBytes
    ? invalid(`${file} has more than ${largestManifestBytes} bytes`)
    : checkedManifest(jsonIn(file), file)

const programIn = (folder: string): Program => {
  refuseLinksOut(folder)
  const file = join(folder, manifestFile)
  const manifest = existsSync(file) ? manifestIn(file) : undefined
  return { folder, entry: manifest?.run === undefined ? entryOf(folder) : undefined, manifest }
}

/**
 * Reads the plugin at a path: a folder or a single module.
 * @throws MarineDataError `invalid-settings` with every fault
 */
export const readProgram = (place: string): Program => {
  const path = resolve(place)
  if (!existsSync(path)) return invalid(`There is no plugin at ${path}`)
  const real = realpathSync(path)
  return statSync(real).isDirectory()
    ? programIn(real)
    : { folder: dirname(real), entry: real, manifest: undefined }
}
