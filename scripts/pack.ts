import { buildSync } from 'esbuild'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** What a packed file needs of CommonJS, for the packages inside it that are written so. */
const commonJs = [
  "import { createRequire as createRequireHere } from 'node:module'",
  'const require = createRequireHere(import.meta.url)',
  'const __filename = import.meta.filename, __dirname = import.meta.dirname',
].join(';')

/**
 * Metrics and QR codes are loaded when they are first asked for, so they stay outside the server's program; so does what
 * Fastify brings for those who do not bring their own: a quarter of the text, and never loaded here.
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
  /** The packed file, with its full path. */
  readonly file: string
  /** What is packed; the file itself, as it was built, unless said otherwise. */
  readonly source?: string
  /** Packages that are loaded only on demand: they stay outside. */
  readonly external?: readonly string[]
}

/**
 * Packs a file and everything it imports into one: a boat then opens one file instead of eight hundred. The licences of
 * what is inside are written beside it. The file is replaced at once: a process that is loading it finds all of it.
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
    // Short to load, and still with lines that an error can show.
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

// Some packages carry nameless manifests in their folders, only to tell module kinds apart.
const hasName = (folder: string): boolean => typeof manifestOf(folder)['name'] === 'string'

const manifestLicence = (folder: string): string => String(manifestOf(folder)['license'])
