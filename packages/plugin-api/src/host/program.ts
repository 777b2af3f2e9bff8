import {
  checkOf,
  ContextPattern,
  MarineDataError,
  PathPattern,
  type Fault,
  type TSchema,
} from '@marinedata/model'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { manifestFile, PluginManifest } from '#protocol/manifest.ts'
import { linkOut } from './sandbox/links-out.ts'
import { readablePlaces } from './sandbox/readable-places.ts'

/** A plugin on disk: where it is and how it is run. */
export interface Program {
  /** Without symbolic links. */
  readonly folder: string
  /** The module that the server's own Node runs; undefined when the manifest names a program. */
  readonly entry: string | undefined
  /** From the manifest file; undefined when there is none and the plugin has to be asked. */
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

const patternFaults = (
  place: string,
  texts: readonly string[] = [],
  parse: (text: string) => unknown = (text) => PathPattern.parse(text),
): Fault[] =>
  texts.flatMap((text, index) =>
    parse(text) === undefined ? [{ path: `${place}/${index}`, message: `"${text}" is not a pattern` }] : [],
  )

const schemaFaults = (place: string, schema: TSchema | undefined): Fault[] => {
  if (schema === undefined) return []
  try {
    checkOf(schema).accepts(null)
    return []
  } catch (error) {
    return [{ path: place, message: `is not a JSON Schema: ${(error as Error).message}` }]
  }
}

const asContext = (text: string): unknown => ContextPattern.parse(text)

/** Every fault of a manifest; none means that a plugin may be run by it. */
export const manifestFaults = (manifest: unknown): Fault[] => {
  const faults = manifestShape.faults(manifest)
  if (faults.length > 0 || !manifestShape.accepts(manifest)) return faults
  const { writes, reads, notifications, settings, actions } = manifest
  return [
    ...patternFaults('/writes/paths', writes?.paths),
    ...patternFaults('/writes/contexts', writes?.contexts, asContext),
    ...patternFaults('/reads/paths', reads?.paths),
    ...patternFaults('/reads/contexts', reads?.contexts, asContext),
    ...patternFaults('/notifications', notifications),
    ...schemaFaults('/settings', settings),
    ...Object.entries(actions ?? {}).flatMap(([name, { input }]) =>
      schemaFaults(`/actions/${name}/input`, input),
    ),
  ]
}

/** Checks a manifest wherever it came from; throws with every fault listed. */
export const checkedManifest = (manifest: unknown, place: string): PluginManifest => {
  const errors = manifestFaults(manifest)
  if (errors.length > 0) invalid(`${place} is not an acceptable manifest:`, errors)
  // The faults are those of this very schema: none means that it fits.
  return manifest as PluginManifest
}

/** Those of Node for an imported module, and those that this Node was started with. */
const activeConditions = (): ReadonlySet<string> => {
  const own = process.execArgv.flatMap((word) => /^(?:-C|--conditions)=(.+)$/.exec(word)?.[1] ?? [])
  return new Set([...own, 'node', 'import', 'module-sync', 'require', 'default'])
}

/** What `exports` names as the main module; the first condition that is met counts. */
const exportedMain = (exports: unknown, conditions: ReadonlySet<string>): string | undefined => {
  if (typeof exports === 'string') return exports
  if (typeof exports !== 'object' || exports === null) return undefined
  const met = Object.entries(exports).filter(([name]) => name === '.' || conditions.has(name))
  for (const [, target] of met) {
    const found = exportedMain(target, conditions)
    if (found !== undefined) return found
  }
  return undefined
}

/** The package is read here, not by Node: it remembers a package for the life of the process, also when it was updated. */
const entryOf = (folder: string): string => {
  const packageFile = join(folder, 'package.json')
  const { name, main, exports } = jsonIn(packageFile) as Readonly<Record<string, unknown>>
  if (typeof name !== 'string') return invalid(`${packageFile} has no name`)
  const named = exports === undefined ? main : exportedMain(exports, activeConditions())
  if (named !== undefined && typeof named !== 'string') return invalid(`${packageFile} names no main module`)
  if (exports !== undefined && named === undefined)
    return invalid(`${packageFile} names no main module: exports has none for "."`)
  try {
    return createRequire(packageFile).resolve(resolve(folder, named ?? 'index'))
  } catch (error) {
    return invalid(`${packageFile} names no main module: ${(error as Error).message}`)
  }
}

/** A folder whose main module is the plugin, whatever its manifest file says. */
export const moduleProgram = (place: string): Program => {
  const folder = realpathSync(resolve(place))
  return { folder, entry: entryOf(folder), manifest: undefined }
}

const refuseLinksOut = (folder: string): void => {
  const link = linkOut(folder, readablePlaces({ folder }))
  if (link === undefined) return
  invalid(
    `${link} is a symbolic link that leads out of the plugin. Put what it names into the plugin’s folder`,
  )
}

const programIn = (folder: string): Program => {
  refuseLinksOut(folder)
  const file = join(folder, manifestFile)
  const manifest = existsSync(file) ? checkedManifest(jsonIn(file), file) : undefined
  return { folder, entry: manifest?.run === undefined ? entryOf(folder) : undefined, manifest }
}

/**
 * Reads what stands at a place: the folder of a plugin, or a single module.
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
