import { buildSync } from 'esbuild'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The size of an app's bundle that uses a part of the client. */
export interface BundleSize {
  readonly uses: string
  readonly minified: number
  readonly gzip: number
}

const features = [
  'access',
  'alerts',
  'anchor',
  'autopilots',
  'charts',
  'controls',
  'course',
  'history',
  'logbook',
  'plugins',
  'resources',
  'server',
  'vessel',
  'weather',
] as const

/** What an app of each kind contains of the client, by what it uses. */
const programs: Readonly<Record<string, string>> = {
  stream: 'MarineDataClient',
  ...Object.fromEntries(features.map((feature) => [`stream, ${feature}`, `MarineDataClient, ${feature}`])),
  everything: 'Boat, watch, outcomeOf',
}

const bundled = (names: string): string => {
  const { outputFiles } = buildSync({
    stdin: {
      contents: `import { ${names} } from '@marinedata/client'\nglobalThis.used = [${names}]`,
      resolveDir: join(import.meta.dirname, '../../packages/client'),
    },
    bundle: true,
    minify: true,
    write: false,
    // Code that is loaded later is in files of its own.
    splitting: true,
    outdir: '/bundle',
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['@marinedata/source'],
  })
  const entry = outputFiles.find(({ path }) => path.endsWith('stdin.js'))
  if (entry === undefined) throw new Error('The bundler wrote no entry')
  // Chunks that the entry imports at once belong to it.
  const shared = outputFiles.filter((file) => entry.text.includes(`from"./${file.path.split('/').at(-1)}"`))
  return [entry, ...shared].map(({ text }) => text).join('')
}

/** Bundles an app for each part of the client, as browsers would load it. */
export const bundleSizes = (): BundleSize[] =>
  Object.entries(programs).map(([uses, names]) => {
    const text = bundled(names)
    return { uses, minified: Buffer.byteLength(text), gzip: gzipSync(text, { level: 9 }).length }
  })
