import { Resvg } from '@resvg/resvg-js'
import { build as bundle, transform } from 'esbuild'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { rolldown, type OutputChunk, type Plugin } from 'rolldown'
import { pageOfMarkdown, type MarkdownPage } from './console/markdown-page.ts'
import type { OpenApiDocument } from './console/openapi-document.ts'
import { referencePage } from './console/reference-page.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'packages/console')
const target = join(root, 'packages/server/assets/console')
const fleetTarget = join(root, 'packages/fleet/assets/console')
/** Files with a fixed URL, and so a fixed name. */
const fixed = join(target, 'fixed')
const entry = join(source, 'src/main.tsx')
/** Documents that become pages. */
const documentSources = ['openapi.json', 'stream.md', 'tls-on-phones.md'] as const
const browsers = ['es2023', 'safari16.4', 'chrome110', 'firefox115']

/** The latest change of any source of the console. */
const newestSource = (): number => {
  const sources = ['packages/console-map/src', 'packages/client/src', 'packages/model/src', 'scripts/console']
  const folders = [source, ...sources.map((folder) => join(root, folder))]
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((found) => found.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  )
  const documents = documentSources.map((name) => join(root, 'docs', name))
  return Math.max(...[...files, ...documents, import.meta.filename].map((file) => statSync(file).mtimeMs))
}

const isCurrent = (): boolean => {
  const built = statSync(join(target, 'index.html'), { throwIfNoEntry: false })
  return built !== undefined && built.mtimeMs > newestSource()
}

/** Adds a content hash to the name, so that clients can cache the file forever. */
const hashed = (name: string, text: string): string => {
  const [stem = '', type = ''] = name.split('.')
  return `${stem}-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.${type}`
}

/** A style sheet with its imports inlined. */
const sheetOf = (path: string): string =>
  readFileSync(path, 'utf8').replace(/@import '(\.[^']+)';/g, (_whole, name: string) =>
    sheetOf(join(dirname(path), name)),
  )

const minified = async (text: string): Promise<string> =>
  (await transform(text, { loader: 'css', minify: true, target: browsers.slice(1) })).code

/** The import graph, and what the entry loads at once, without lazy imports. */
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

/** Style sheets of the first load are in one file. A lazy screen brings its own and waits for it. */
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

  /** All that are needed at once, in import order. */
  async first(): Promise<string> {
    const paths = [...this.#atOnce].filter((id) => id.endsWith('.css'))
    return minified(paths.map(sheetOf).join('\n'))
  }

  async #codeOf(id: string): Promise<string> {
    const text = await minified(sheetOf(id))
    const name = hashed(basename(id), text)
    this.later.set(name, text)
    return `import { styled } from '#page/styled.ts'\nawait styled('/assets/${name}')\n`
  }
}

/** A catalogue of texts is one object. The bundler would export each text by its name, which doubles the file. */
const catalogues: Plugin = {
  name: 'catalogues',
  load: (id) =>
    id.endsWith('.json') ? { code: `export default ${readFileSync(id, 'utf8')}`, moduleType: 'js' } : null,
}

const build = async (plugins: Plugin[], atOnce: ReadonlySet<string>): Promise<OutputChunk[]> => {
  await using rolled = await rolldown({
    input: entry,
    cwd: root,
    platform: 'browser',
    resolve: { conditionNames: ['@marinedata/source', 'browser', 'import', 'default'] },
    tsconfig: join(source, 'tsconfig.json'),
    transform: { target: browsers },
    plugins: [catalogues, ...plugins],
  })
  const { output } = await rolled.generate({
    format: 'esm',
    minify: true,
    chunkFileNames: '[name]-[hash].js',
    entryFileNames: '[name]-[hash].js',
    // One file for everything that the first screen needs, even if others share it.
    codeSplitting: { groups: [{ name: 'console', test: (id) => atOnce.has(id) }] },
  })
  return output.filter((part) => part.type === 'chunk')
}

/** Compressed at build time with maximum effort, so that the boat need not compress. */
const writeCompressed = (name: string, text: string): void => {
  const file = join(target, name)
  writeFileSync(file, text)
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }))
}

const writePage = (script: string, style: string): string => {
  const page = readFileSync(join(source, 'src/index.html'), 'utf8')
    .replace('{script}', `/assets/${script}`)
    .replace('{style}', `/assets/${style}`)
  writeFileSync(join(target, 'index.html'), page)
  return page
}

const markdownPage = (name: (typeof documentSources)[number]): MarkdownPage =>
  pageOfMarkdown(readFileSync(join(root, 'docs', name), 'utf8'))

/** The document is written from the route table, and a test compares the two. */
const readOpenApi = (): OpenApiDocument =>
  JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as OpenApiDocument

const wayTo = (address: string, words: string): string => `<a class="button" href="${address}">${words}</a>`

/** Pages to read, which the boat serves because there may be no internet aboard. */
const documentPages = (): readonly { name: string; ways: string; page: MarkdownPage }[] => [
  {
    name: 'help-https.html',
    ways: wayTo('/ca.pem', 'The boat’s certificate'),
    page: markdownPage('tls-on-phones.md'),
  },
  { name: 'docs.html', ways: wayTo('/docs/stream', 'Stream'), page: referencePage(readOpenApi()) },
  { name: 'docs-stream.html', ways: wayTo('/docs', 'API reference'), page: markdownPage('stream.md') },
]

/** The server replaces `{word}` by the first segment of its own addresses. */
const writeDocumentPages = (script: string, style: string): void => {
  const frame = readFileSync(join(source, 'src/pages/page.html'), 'utf8')
    .replace('{script}', `/assets/${script}`)
    .replace('{style}', `/assets/${style}`)
  for (const { name, ways, page } of documentPages()) {
    const text = page.html.replaceAll('/marinedata', '/{word}')
    writeFileSync(
      join(fixed, name),
      frame
        .replace('{title}', page.title)
        .replace('{ways}', ways)
        .replace('{text}', () => text),
    )
  }
}

const bundledScript = async (path: string): Promise<string> => {
  const { outputFiles } = await bundle({
    entryPoints: [join(source, path)],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: browsers,
  })
  return outputFiles.map(({ text }) => text).join('')
}

/** The console of a fleet ashore: small enough for one build without budgets, with its languages and style sheet. */
const buildFleetConsole = async (): Promise<void> => {
  const { metafile } = await bundle({
    entryPoints: [join(source, 'src/fleet/main.tsx')],
    outdir: fleetTarget,
    entryNames: 'fleet-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['@marinedata/source'],
    target: browsers,
  })
  const names = Object.keys(metafile.outputs).map((path) => basename(path))
  const nameOf = (end: string): string =>
    names.find((name) => name.startsWith('fleet-') && name.endsWith(end)) ?? ''
  const page = readFileSync(join(source, 'src/index.html'), 'utf8')
    .replace('{script}', `/assets/${nameOf('.js')}`)
    .replace('{style}', `/assets/${nameOf('.css')}`)
    .replace('<title>Marinedata</title>', '<title>Marinedata fleet</title>')
  writeFileSync(join(fleetTarget, 'index.html'), page)
  for (const name of readdirSync(fleetTarget))
    if (!names.includes(name) && name !== 'index.html') rmSync(join(fleetTarget, name), { force: true })
}

/** The worker lists all files by name, so another build is another worker. The entry is first, the others are sorted. */
const writeWorker = async (page: string, [first = '', ...others]: readonly string[]): Promise<void> => {
  const parts = [first, ...others.toSorted()]
  const version = createHash('sha256').update(page).update(parts.join()).digest('base64url').slice(0, 8)
  await bundle({
    entryPoints: [join(source, 'src/app/offline/worker.ts')],
    outfile: join(fixed, 'worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: browsers,
    define: {
      shellParts: JSON.stringify(parts.map((part) => `/assets/${part}`)),
      shellVersion: JSON.stringify(version),
    },
  })
}

const iconSizes = [192, 512] as const

/** One SVG for home screens, and PNGs for plotters, which do not support SVG. */
const writeIcons = (): void => {
  const drawing = readFileSync(join(source, 'src/icon.svg'), 'utf8')
  writeFileSync(join(fixed, 'icon.svg'), drawing)
  for (const size of iconSizes) {
    const picture = new Resvg(drawing, { fitTo: { mode: 'width', value: size } }).render().asPng()
    writeFileSync(join(fixed, `icon-${size}.png`), picture)
  }
}

/** The web app manifest. */
const writeManifest = (): void => {
  const purpose = 'any maskable'
  const manifest = {
    id: '/',
    name: 'Marinedata',
    short_name: 'Marinedata',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0d2a42',
    theme_color: '#0d2a42',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose },
      ...iconSizes.map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ],
  }
  writeFileSync(join(fixed, 'manifest.webmanifest'), JSON.stringify(manifest))
}

const main = async (): Promise<void> => {
  const startedAt = performance.now()
  const modules = new Modules()
  await build([new Sheets().plugin, modules.plugin], new Set())
  const { atOnce } = modules
  const sheets = new Sheets(atOnce)
  const chunks = await build([sheets.plugin], atOnce)
  // The entry only names its chunk.
  const script = chunks.find(({ moduleIds }) => moduleIds.includes(entry))
  if (script === undefined) throw new Error('The bundler wrote no entry chunk')
  const style = await sheets.first()
  const pageStyle = await minified(sheetOf(join(source, 'src/pages/page.css')))
  const pageScript = await bundledScript('src/pages/page.ts')
  const files = new Map([
    ...chunks
      .filter(({ moduleIds }) => moduleIds.length > 0)
      .map(({ fileName, code }) => [fileName, code] as const),
    ...sheets.later,
    [hashed('console.css', style), style] as const,
    [hashed('page.css', pageStyle), pageStyle] as const,
    [hashed('page.js', pageScript), pageScript] as const,
  ])
  const missing = chunks.flatMap(({ dynamicImports }) => dynamicImports).find((name) => !files.has(name))
  if (missing !== undefined) throw new Error(`${missing} is loaded when needed, but also imported at once`)
  mkdirSync(fixed, { recursive: true })
  for (const [name, text] of files) writeCompressed(name, text)
  const page = writePage(script.fileName, hashed('console.css', style))
  await writeWorker(page, [script.fileName, ...[...files.keys()].filter((name) => name !== script.fileName)])
  writeDocumentPages(hashed('page.js', pageScript), hashed('page.css', pageStyle))
  writeIcons()
  writeManifest()
  await buildFleetConsole()
  // Removes files of earlier builds last: a page that is being loaded still finds its parts.
  const made = new Set([...files.keys()].flatMap((name) => [name, `${name}.gz`, `${name}.br`]))
  for (const name of readdirSync(target))
    if (!made.has(name) && name !== 'index.html' && name !== basename(fixed))
      rmSync(join(target, name), { force: true })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  process.stdout.write(`console: ${files.size} files in ${seconds} s\n`)
}

if (!process.argv.includes('--if-changed') || !isCurrent()) await main()
