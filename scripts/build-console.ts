import { transform } from 'esbuild'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { rolldown, type OutputChunk, type Plugin } from 'rolldown'

const root = join(import.meta.dirname, '..')
const source = join(root, 'packages/console')
const target = join(root, 'packages/server/assets/console')
const entry = join(source, 'src/main.tsx')
const browsers = ['es2023', 'safari16.4', 'chrome110', 'firefox115']

/** The newest change of anything that the console is made of. */
const newestSource = (): number => {
  const folders = [source, join(root, 'packages/client/src'), join(root, 'packages/model/src')]
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((found) => found.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  )
  return Math.max(...[...files, import.meta.filename].map((file) => statSync(file).mtimeMs))
}

const isCurrent = (): boolean => {
  const built = statSync(join(target, 'index.html'), { throwIfNoEntry: false })
  return built !== undefined && built.mtimeMs > newestSource()
}

/** Named after its contents, so that whoever has it need never ask again. */
const hashed = (name: string, text: string): string => {
  const [stem = '', type = ''] = name.split('.')
  return `${stem}-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.${type}`
}

/** A style sheet with those that it imports in their place. */
const sheetOf = (path: string): string =>
  readFileSync(path, 'utf8').replace(/@import '(\.[^']+)';/g, (_whole, name: string) =>
    sheetOf(join(dirname(path), name)),
  )

const minified = async (text: string): Promise<string> =>
  (await transform(text, { loader: 'css', minify: true, target: browsers.slice(1) })).code

/** Modules as they import each other, and what the entry needs at once: not what is loaded on demand. */
class Modules {
  readonly #imports = new Map<string, readonly string[]>()

  readonly plugin: Plugin = {
    name: 'modules',
    moduleParsed: ({ id, importedIds }) => void this.#imports.set(id, importedIds),
  }

  get atOnce(): ReadonlySet<string> {
    const found = new Set<string>()
    const visit = (id: string): void => {
      if (found.has(id)) return
      found.add(id)
      for (const imported of this.#imports.get(id) ?? []) visit(imported)
    }
    visit(entry)
    return found
  }
}

/** Style sheets of the first load stand in one file; a screen that comes later brings its own, and waits for it. */
class Sheets {
  readonly later = new Map<string, string>()
  readonly #atOnce: ReadonlySet<string>

  constructor(atOnce: ReadonlySet<string> = new Set()) {
    this.#atOnce = atOnce
  }

  readonly plugin: Plugin = {
    name: 'sheets',
    load: async (id) => {
      if (!id.endsWith('.css')) return null
      const code = this.#atOnce.has(id) || this.#atOnce.size === 0 ? 'export {}' : await this.#codeOf(id)
      return { code, moduleType: 'js', moduleSideEffects: true }
    },
  }

  /** All that are needed at once, in the order in which they are imported. */
  async first(): Promise<string> {
    const paths = [...this.#atOnce].filter((id) => id.endsWith('.css'))
    return minified(paths.map(sheetOf).join('\n'))
  }

  async #codeOf(id: string): Promise<string> {
    const text = await minified(sheetOf(id))
    const name = hashed(basename(id), text)
    this.later.set(name, text)
    return `import { styled } from '#app/styled.ts'\nawait styled('/assets/${name}')\n`
  }
}

const build = async (plugins: Plugin[], atOnce: ReadonlySet<string>): Promise<OutputChunk[]> => {
  await using bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: 'browser',
    resolve: { conditionNames: ['@marinedata/source', 'browser', 'import', 'default'] },
    tsconfig: join(source, 'tsconfig.json'),
    transform: { target: browsers },
    plugins,
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    chunkFileNames: '[name]-[hash].js',
    entryFileNames: '[name]-[hash].js',
    // One file for all that the first screen needs, whoever else needs it too.
    codeSplitting: { groups: [{ name: 'console', test: (id) => atOnce.has(id) }] },
  })
  return output.filter((part) => part.type === 'chunk')
}

/** Compressed here with all effort, so that nothing is compressed aboard. */
const writeCompressed = (name: string, text: string): void => {
  const file = join(target, name)
  writeFileSync(file, text)
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }))
}

const writePage = (script: string, style: string): void => {
  const page = readFileSync(join(source, 'src/index.html'), 'utf8')
    .replace('{script}', `/assets/${script}`)
    .replace('{style}', `/assets/${style}`)
  writeFileSync(join(target, 'index.html'), page)
}

const main = async (): Promise<void> => {
  const startedAt = performance.now()
  const modules = new Modules()
  await build([new Sheets().plugin, modules.plugin], new Set())
  const { atOnce } = modules
  const sheets = new Sheets(atOnce)
  const chunks = await build([sheets.plugin], atOnce)
  // The entry only names the group that it is in.
  const script = chunks.find(({ moduleIds }) => moduleIds.includes(entry))
  if (script === undefined) throw new Error('The entry was written nowhere')
  const style = await sheets.first()
  const files = new Map([
    ...chunks
      .filter(({ moduleIds }) => moduleIds.length > 0)
      .map(({ fileName, code }) => [fileName, code] as const),
    ...sheets.later,
    [hashed('console.css', style), style] as const,
  ])
  mkdirSync(target, { recursive: true })
  for (const [name, text] of files) writeCompressed(name, text)
  writePage(script.fileName, hashed('console.css', style))
  // What earlier builds left goes last: a page that is being opened finds its parts.
  const made = new Set([...files.keys()].flatMap((name) => [name, `${name}.gz`, `${name}.br`]))
  for (const name of readdirSync(target))
    if (!made.has(name) && name !== 'index.html') rmSync(join(target, name), { force: true })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  process.stdout.write(`console: ${files.size} files in ${seconds} s\n`)
}

if (!process.argv.includes('--if-changed') || !isCurrent()) await main()
