import { globSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadedOnDemand, pack, type PackOptions } from './pack.ts'

// Bundles what `npm start` runs from the sources, if they have changed: loading a plugin from a bundle takes a tenth of
// the time, which matters on a small computer. Types are checked by `npm run check`.

const root = join(import.meta.dirname, '..')

const built = (source: string): string =>
  source.replace(/\/src\/(.*)\.ts$/, (_whole, path: string) => `/dist/${path}.js`)

const main = join(root, 'packages/server/src/cli/main.ts')
const commands = './run-command.ts'

/**
 * Programs and modules that are run or imported by name: the server, its threads, the plugins, and what plugins under
 * development import.
 */
const programs = (): PackOptions[] => {
  const sources = globSync(
    [
      'packages/model/src/index.ts',
      'packages/plugin-api/src/{index,testing}.ts',
      'packages/server/src/**/*-thread.ts',
      'packages/server/src/plugin-host/schemas/schema-process.ts',
      'packages/server/src/charts/mbtiles-process.ts',
      'plugins/*/src/index.ts',
    ],
    { cwd: root },
  )
  return [
    ...sources.map((source) => ({ source: join(root, source) })),
    { source: join(main, '..', commands), external: loadedOnDemand },
    { source: main, external: [commands] },
  ].map((options) => ({ ...options, root, file: built(options.source) }))
}

const newest = (files: readonly string[]): number => Math.max(...files.map((file) => statSync(file).mtimeMs))

const sourceFiles = (): string[] =>
  globSync(
    ['packages/*/{src,package.json}', 'plugins/*/{src,package.json}', 'scripts/{build-programs,pack}.ts'],
    {
      cwd: root,
    },
  )
    .flatMap((place) =>
      statSync(join(root, place)).isDirectory() ? globSync(`${place}/**/*.ts`, { cwd: root }) : [place],
    )
    .filter(
      (file) => !file.endsWith('.test.ts') && !/^packages\/(?:console|console-map|testing)\//.test(file),
    )
    .map((file) => join(root, file))

const isCurrent = (files: readonly string[]): boolean => {
  const times = files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return Math.min(...times) > newest(sourceFiles())
}

const startedAt = performance.now()
const wanted = programs()
if (!isCurrent(wanted.map(({ file }) => file))) {
  for (const program of wanted) pack(program)
  const program = built(main)
  // Next to the bundle, as the compiler does.
  const text = readFileSync(program, 'utf8').replace(commands, commands.replace(/\.ts$/, '.js'))
  writeFileSync(`${program}.${process.pid}`, text)
  renameSync(`${program}.${process.pid}`, program)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stderr.write(`build: ${wanted.length} programs in ${seconds} s\n`)
}
