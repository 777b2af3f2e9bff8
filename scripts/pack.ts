import { buildSync } from 'esbuild'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** CommonJS helpers that a bundle needs for the packages inside it. */
const commonJs = [
  "import { createRequire as createRequireHere } from 'node:module'",
  'const require = createRequireHere(import.meta.url)',
  'const __filename = import.meta.filename, __dirname = import.meta.dirname',
].join(';')

/**
 * Metrics and QR codes are loaded on first use, so they stay outside the server's bundle. So do the defaults of Fastify
 * that the server replaces: a quarter of the code, and never loaded.
 */
export const loadedOnDemand: readonly string[] = [
  'prom-client',
  'uqr',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]

export interface PackOptions {
  readonly root: string
  /** The full path of the bundle. */
  readonly file: string
  /** What is bundled; default the file itself as built. */
  readonly source?: string
  /** Packages that are loaded on demand and stay outside. */
  readonly external?: readonly string[]
}

/**
 * Bundles a file and all its imports into one: a boat then opens one file instead of eight hundred. The licences of the
 * contents are written next to it. The file is replaced atomically, so that a process that is loading it sees all of
 * it.
 */
export const pack = ({ root, file, source = file, external = [] }: PackOptions): void => {
  mkdirSync(dirname(file), { recursive: true })
  const written = `${file}.${process.pid}`
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [source],
    outfile: written,
    conditions: source === file ? [] : ['@marinedata/source'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...external],
    banner: { js: commonJs },
    // Short to load, but still with lines that an error can show.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  })
  renameSync(written, file)
  writeFileSync(`${file}.LICENCES`, licencesOf(root, Object.keys(metafile.inputs)))
}

const licencesOf = (root: string, inputs: readonly string[]): string => {
  const folders = new Set(inputs.flatMap((input) => packageFolderOf(join(root, input)) ?? []))
  const texts = [...folders].toSorted().map((folder) => {
    const name = relative(join(root, 'node_modules'), folder)
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    if (file === undefined) return `${name}: ${manifestLicence(folder)}\n`
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

const packageFolderOf = (file: string): string | undefined => {
  if (!file.includes('node_modules')) return undefined
  let folder = dirname(file)
  while (!existsSync(join(folder, 'package.json')) || !hasName(folder)) folder = dirname(folder)
  return folder
}

const manifestOf = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>

// Some packages contain anonymous manifests in subfolders, only to set the module type.
const hasName = (folder: string): boolean => typeof manifestOf(folder)['name'] === 'string'

const manifestLicence = (folder: string): string => String(manifestOf(folder)['license'])
