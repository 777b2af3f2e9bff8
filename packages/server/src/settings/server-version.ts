import { readFileSync } from 'node:fs'

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const versionOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'version' in value ? String(value.version) : 'unknown'

/** The version of this package, read from its own manifest. */
export const serverVersion: string = versionOf(manifest)
