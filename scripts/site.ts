/**
 * Builds the documentation site from the Markdown of the repository into the assets of the server, and checks every link.
 * `--if-changed` does nothing when the site is newer than all its sources.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vitepress'
import { operationsTable } from './site/operations-table.ts'
import { checkSite } from './site/check-site.ts'
import { rewriteLinks } from './site/site-links.ts'
import { languageOf, shownFiles, sitePages } from './site/site-pages.ts'

const root = join(import.meta.dirname, '..')
const staging = join(root, 'dist/site-source')
const maxBytes = 4e6
/** For a web server ashore. */
const outDir = join(root, 'dist/site')
/** For the boat: texts are compressed, so that they take a quarter of the space and no processor time when they are read. */
const aboard = join(root, 'packages/server/assets/guide')

const write = (file: string, text: string): void => {
  const place = join(staging, file)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
}

/** A page that shows source files. Not in the search: the documents that link to it are. */
const sourcePage = (path: string): string => {
  const parts = shownFiles(root, path).map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return `## ${file}\n\n\`\`\`\`${languageOf(file)}\n${text}\n\`\`\`\`\n`
  })
  return `---\nsearch: false\noutline: false\n---\n\n# ${path}\n\n${parts.join('\n')}`
}

const showPicture = (path: string): string => {
  const file = path.replace(/^docs\//, '')
  mkdirSync(dirname(join(staging, file)), { recursive: true })
  cpSync(join(root, path), join(staging, file))
  return file
}

const stagePages = (): void => {
  const pages = sitePages(root)
  const sources = new Map<string, string>()
  const showSource = (path: string): string => {
    const page = `source/${path}.md`
    sources.set(path, page)
    return page
  }
  for (const [source, page] of pages) {
    const text = readFileSync(join(root, source), 'utf8')
    const rewritten = rewriteLinks(text, source, { root, pages, showSource, showPicture })
    write(page, source === 'docs/rest.md' ? `${rewritten}\n${operationsTable(root)}` : rewritten)
  }
  for (const [path, page] of sources) write(page, sourcePage(path))
}

/** VitePress reads its configuration and theme from files with a default export. */
const stageConfig = (): void => {
  const module = JSON.stringify(join(root, 'scripts/site/site-config.ts'))
  const options = JSON.stringify({ root, outDir })
  write(
    '.vitepress/config.mjs',
    `import { siteConfig } from ${module}\nexport default siteConfig(${options})\n`,
  )
  write(
    '.vitepress/theme/index.js',
    "export { default } from 'vitepress/theme-without-fonts'\nimport './site.css'\n",
  )
  cpSync(join(root, 'scripts/site/site.css'), join(staging, '.vitepress/theme/site.css'))
}

/** Copies the site for the boat. Returns its bytes. */
const writeAboard = (files: readonly string[]): number => {
  rmSync(aboard, { recursive: true, force: true })
  return files.reduce((sum, file) => {
    const bytes = readFileSync(join(outDir, file))
    const isText = /\.(?:html|js|css|json|svg)$/.test(file)
    const written = isText ? gzipSync(bytes, { level: 9 }) : bytes
    const place = join(aboard, isText ? `${file}.gz` : file)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, written)
    return sum + written.length
  }, 0)
}

/** Whether the site for the boat is newer than all its sources. */
const isCurrent = (): boolean => {
  const built = statSync(join(aboard, 'index.html.gz'), { throwIfNoEntry: false })
  if (built === undefined) return false
  const others = globSync(['docs/**/*', 'scripts/site/*', 'examples/*/*'], { cwd: root })
  return [...sitePages(root).keys(), ...others, 'scripts/site.ts'].every(
    (file) => statSync(join(root, file)).mtimeMs < built.mtimeMs,
  )
}

const fail = (faults: readonly string[]): never => {
  process.stderr.write(`site: ${faults.length} faults\n${faults.join('\n')}\n`)
  process.exit(1)
}

const main = async (): Promise<void> => {
  const startedAt = performance.now()
  for (const folder of [staging, outDir]) rmSync(folder, { recursive: true, force: true })
  stagePages()
  cpSync(join(root, 'packages/console/src/icon.svg'), join(staging, 'public/icon.svg'))
  stageConfig()
  await build(staging)
  const { pages, files, faults } = checkSite(outDir)
  if (faults.length > 0) fail(faults)
  const bytes = writeAboard(files)
  if (bytes > maxBytes) fail([`${bytes} bytes for the boat are more than ${maxBytes}`])
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const size = (bytes / 1e6).toFixed(1)
  process.stdout.write(`site: ${pages} pages, no dead link, ${size} MB for the boat, in ${seconds} s\n`)
}

if (!process.argv.includes('--if-changed') || !isCurrent()) await main()
