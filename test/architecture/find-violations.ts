import { posix } from 'node:path'
import { isBuiltin } from 'node:module'
import { cycleFaults } from './cycles.ts'
import { floorFault } from './floors.ts'
import {
  emptyNames,
  filesPerFolder,
  packageByName,
  sideDoors,
  packageLaws,
  testKit,
  type PackageLaw,
} from './laws.ts'
import { readSource, type ImportFact, type SourceFacts, type SourceFile } from './read-source.ts'

/** A file's package, its rules, and its path under `src/`. */
interface Place {
  readonly path: string
  readonly packageName: string
  readonly root: string
  readonly law: PackageLaw
  readonly isTest: boolean
  /** First folder under `src/`; empty for files directly in it; `undefined` outside `src/`. */
  readonly folder: string | undefined
}

interface Resolved {
  readonly from: Place
  readonly to: Place
  readonly typeOnly: boolean
}

function isUnder(path: string, pattern: string): string | undefined {
  const parts = pattern.split('/')
  const given = path.split('/')
  const fits = given.length > parts.length && parts.every((part, i) => part === '*' || part === given[i])
  return fits ? given.slice(0, parts.length).join('/') : undefined
}

function folderUnderSource(inner: string): string | undefined {
  if (!inner.startsWith('src/')) return undefined
  const parts = inner.split('/')
  return parts.length > 2 ? parts[1] : ''
}

function placeOf(path: string): Place | undefined {
  for (const [packageName, law] of Object.entries(packageLaws)) {
    const root = isUnder(path, law.folder)
    if (root === undefined) continue
    const inner = path.slice(root.length + 1)
    // Fixtures in testing/ are used by tests only, and not shipped.
    const isTest = path.endsWith('.test.ts') || /^test(?:ing)?\//.test(inner)
    return { path, packageName, root, law, isTest, folder: folderUnderSource(inner) }
  }
  return undefined
}

function localTarget(from: Place, specifier: string): string | undefined {
  if (specifier.startsWith('#testing/')) return posix.join(from.root, specifier.slice(1))
  if (specifier.startsWith('#')) return posix.join(from.root, 'src', specifier.slice(1))
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from.path), specifier)
  return undefined
}

function packagePart(specifier: string): string {
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

function builtinFault(from: Place, specifier: string): string | undefined {
  const { builtins } = from.law
  if (from.isTest || builtins === 'any' || builtins.includes(specifier)) return undefined
  return `${from.packageName} may not import ${specifier}: it does no I/O of its own`
}

/** A file directly in `src/` by its name, or a whole folder by its name and a slash. */
function isWiring(place: Place): boolean {
  const name = place.folder === '' ? posix.basename(place.path) : `${place.folder}/`
  return place.law.folders.wiring.includes(name)
}

/** Tests directly in `src/` or in the package's `test/` may import every folder, as the wiring may. */
function standsOutside(place: Place): boolean {
  return place.folder === undefined || isWiring(place) || (place.folder === '' && place.isTest)
}

function wiringFault(from: Place, to: string, typeOnly: boolean): string | undefined {
  const { wiredOnly, wiring } = from.law.folders
  if (typeOnly || from.isTest || standsOutside(from) || !wiredOnly.includes(to)) return undefined
  return `takes values from ${to}: only ${wiring.join(', ')} may; import type, or ask for an interface`
}

function sideDoorFault(from: Place, name: string, specifier: string): string | undefined {
  const door = sideDoors.get(specifier)
  if (door === undefined) return `reaches into ${name} by "${specifier}": import "${name}"`
  const readers = from.isTest ? door.tests : door.sources
  if (readers.includes(from.packageName)) return undefined
  return `${from.packageName} may not come in by ${specifier}; ${readers.join(', ') || 'only tests'} may`
}

function testKitFault(from: Place): string | undefined {
  const mayImport = from.isTest || testKit.importers.some((importer) => importer === from.packageName)
  return mayImport ? undefined : `${from.packageName} may not import ${testKit.name}: it is for tests only`
}

function packageFault(from: Place, specifier: string, typeOnly: boolean): string | undefined {
  const name = packagePart(specifier)
  if (name === testKit.name) return testKitFault(from)
  const to = packageByName.get(name)
  if (to === undefined) return undefined
  if (specifier !== name) return sideDoorFault(from, name, specifier)
  const allowed = [...from.law.imports, ...(from.isTest ? [...from.law.testImports, from.packageName] : [])]
  if (allowed.includes(to)) return wiringFault(from, to, typeOnly)
  return `${from.packageName} may not import ${to}; it may import ${allowed.join(', ') || 'nothing of ours'}`
}

/** Under `src/`: `compose.ts`, or `compose/access.ts`. */
function placeInSource({ path, root }: Place): string {
  return path.slice(root.length + '/src/'.length)
}

function isException({ from, to }: Resolved): boolean {
  const allowed = from.law.folders.may[from.folder ?? ''] ?? []
  return allowed.includes(isWiring(to) ? placeInSource(to) : (to.folder ?? ''))
}

function mayCross(resolved: Resolved): boolean {
  const { from, to, typeOnly } = resolved
  const { apart, typesCross } = from.law.folders
  if (standsOutside(from) || (typeOnly && typesCross)) return true
  if (to.folder === undefined) return from.isTest
  const isNear = !apart || to.folder === '' || to.folder === from.folder
  return (isNear && !isWiring(to)) || isException(resolved)
}

function heightFault({ from, to }: Resolved): string | undefined {
  const { floors } = from.law.folders
  if (floors === undefined || from.folder === undefined || to.folder === undefined) return undefined
  return floorFault(floors, placeInSource(from), placeInSource(to))
}

function folderFault(resolved: Resolved): string | undefined {
  if (mayCross(resolved)) return undefined
  const { from, to } = resolved
  const name = (place: Place): string =>
    place.folder === '' ? posix.basename(place.path) : `${place.folder ?? 'testing'}/`
  return `${from.packageName}: ${name(from)} may not import ${name(to)}; they meet where they are wired`
}

function localFault(from: Place, fact: ImportFact, paths: ReadonlySet<string>): string | undefined {
  const specifier = fact.specifier ?? ''
  if (specifier.includes('../../')) return `climbs by "${specifier}": use "#folder/file.ts"`
  const target = localTarget(from, specifier)
  if (target === undefined) return undefined
  const to = placeOf(target)
  if (to === undefined || to.root !== from.root) return `leaves its package by "${specifier}"`
  if (!paths.has(target)) return `imports "${specifier}", which does not exist`
  const resolved = { from, to, typeOnly: fact.typeOnly }
  return folderFault(resolved) ?? heightFault(resolved)
}

function importFault(from: Place, fact: ImportFact, paths: ReadonlySet<string>): string | undefined {
  const { specifier } = fact
  if (specifier === undefined) {
    return from.isTest || from.law.builtins === 'any' ? undefined : 'imports a module by a computed name'
  }
  if (isBuiltin(specifier)) return builtinFault(from, specifier)
  return packageFault(from, specifier, fact.typeOnly) ?? localFault(from, fact, paths)
}

function sourceFaults(place: Place, facts: SourceFacts): string[] {
  const at = (lines: readonly number[], fault: string): string[] =>
    lines.map((line) => `${place.path}:${line} ${fault}`)
  const inSource = place.folder !== undefined && !place.isTest
  return [
    ...facts.errors.map((message) => `${place.path} cannot be parsed: ${message}`),
    ...at(facts.defaultExports, 'exports a default: export a name'),
    ...(inSource
      ? at(facts.moduleVariables, 'keeps a variable outside every function: state has an owner')
      : []),
    ...(place.law.timeless ? at(facts.wallClocks, 'reads the wall clock by new Date(): take a Clock') : []),
  ]
}

function nameFaults(place: Place): string[] {
  const parts = place.path.slice(place.root.length + 1).split('/')
  const words = parts.map((part) => part.split('.')[0] ?? part)
  const empty = words.filter(
    (word) => emptyNames.includes(word) || emptyNames.includes(word.split('-').at(-1) ?? ''),
  )
  const isInnerIndex = words.at(-1) === 'index' && place.folder !== '' && place.folder !== undefined
  return [
    ...empty.map((word) => `${place.path} is called "${word}": name the thing it holds`),
    ...(isInnerIndex ? [`${place.path} is a barrel: only a package has an index.ts`] : []),
  ]
}

function folderSizeFaults(places: readonly Place[]): string[] {
  const counts = new Map<string, number>()
  for (const { path, isTest } of places) {
    const file = posix.basename(path)
    if (isTest || file === 'index.ts' || file.includes('.generated.') || file.endsWith('.css')) continue
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > filesPerFolder)
    .map(
      ([folder, count]) =>
        `${folder}/ holds ${count} source files, more than ${filesPerFolder}: find the noun that divides it`,
    )
}

function fileEdges(place: Place, facts: SourceFacts): string[] {
  return facts.imports
    .filter(({ typeOnly }) => !typeOnly)
    .flatMap(({ specifier }) => localTarget(place, specifier ?? '') ?? [])
}

/** Every violation in the given sources, one line each; empty when there is none. */
export function findViolations(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  const places: Place[] = []
  const edges = new Map<string, readonly string[]>()
  const faults: string[] = []
  for (const file of files) {
    const place = placeOf(file.path)
    if (place === undefined) {
      faults.push(`${file.path} belongs to no package that the laws know`)
      continue
    }
    places.push(place)
    faults.push(...nameFaults(place))
    if (!/\.tsx?$/.test(file.path)) continue
    const facts = readSource(file)
    edges.set(file.path, fileEdges(place, facts))
    faults.push(...sourceFaults(place, facts))
    for (const fact of facts.imports) {
      const fault = importFault(place, fact, paths)
      if (fault !== undefined) faults.push(`${file.path}:${fact.line} ${fault}`)
    }
  }
  return [...faults, ...folderSizeFaults(places), ...cycleFaults(edges)]
}
