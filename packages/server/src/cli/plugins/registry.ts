import { createHash, timingSafeEqual } from 'node:crypto'
import { loadSettings } from '#settings/settings-file.ts'
import { pluginLimits, refuse } from './tarball.ts'

const limitMs = 60_000
const largestDocument = 32 * 1024 * 1024

/** A package in a registry. */
interface PackageVersion {
  readonly tarball: string
  readonly integrity: string
}

interface RegistryDocument {
  readonly 'dist-tags'?: Readonly<Record<string, string>>
  readonly versions?: Readonly<
    Record<string, { readonly dist?: { readonly tarball?: string; readonly integrity?: string } }>
  >
}

const load = async (address: string, largest: number): Promise<Buffer> => {
  const response = await fetch(address, { signal: AbortSignal.timeout(limitMs) })
  if (response.status === 404) return refuse(`The registry has no ${new URL(address).pathname.slice(1)}`)
  if (!response.ok || response.body === null)
    return refuse(`The registry answered with status ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  // The body of a response consists of bytes.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > largest) return refuse(`The registry sent more than ${largest} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const loadOrExplain = async (address: string, largest: number): Promise<Buffer> => {
  try {
    return await load(address, largest)
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError')
      return refuse(
        `The registry cannot be reached: ${(error as Error).message}. Is there a connection ashore?`,
      )
    throw error
  }
}

/** A name with an optional version: `name`, `@scope/name`, `name@1.2.3`. */
const specifier = /^((?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*)(?:@([0-9A-Za-z.+-]{1,64}))?$/

const documentOf = async (registry: string, name: string): Promise<RegistryDocument> => {
  const address = `${registry.replace(/\/+$/, '')}/${name.replace('/', '%2f')}`
  const text = (await loadOrExplain(address, largestDocument)).toString('utf8')
  try {
    // Every member is checked before it is used.
    return JSON.parse(text) as RegistryDocument
  } catch {
    return refuse(`The registry sent no JSON for ${name}`)
  }
}

const checksumIn = (integrity = ''): string | undefined =>
  integrity.split(/\s+/).find((one) => one.startsWith('sha512-'))

const parsedSubject = (subject: string): readonly [name: string, wanted: string] => {
  const [, name = '', wanted = 'latest'] = specifier.exec(subject) ?? []
  return name === '' || name.length > 214
    ? refuse(`"${subject}" is neither a file nor the name of a package`)
    : [name, wanted]
}

const find = async (registry: string, subject: string): Promise<PackageVersion> => {
  const [name, wanted] = parsedSubject(subject)
  const { 'dist-tags': tags = {}, versions = {} } = await documentOf(registry, name)
  const version = tags[wanted] ?? wanted
  const { tarball, integrity } = versions[version]?.dist ?? {}
  if (tarball === undefined) return refuse(`The registry has no version ${wanted} of ${name}`)
  const checksum = checksumIn(integrity)
  if (checksum === undefined) return refuse(`The registry names no sha512 checksum of ${name} ${version}`)
  return { tarball, integrity: checksum }
}

/** The checksum of a file, as registries write it. */
export const integrityOf = (bytes: Buffer): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`

/**
 * Loads a package from a registry and checks its checksum.
 * @throws MarineDataError `invalid-value` when it cannot be loaded or is not what the registry describes
 */
export const loadPackage = async (registry: string, subject: string): Promise<Buffer> => {
  const { tarball, integrity } = await find(registry, subject)
  if (!/^https?:\/\//.test(tarball))
    return refuse(`The registry names the file ${tarball}, which is no address`)
  const bytes = await loadOrExplain(tarball, pluginLimits.fileBytes)
  const [found, expected] = [Buffer.from(integrityOf(bytes)), Buffer.from(integrity)]
  if (found.length !== expected.length || !timingSafeEqual(found, expected))
    return refuse(`The file from the registry has the checksum ${found.toString()}, not ${integrity}`)
  return bytes
}

/** The registry in the settings, or that of npm's environment. There is no default. */
export const registryOf = (folder: string): string => {
  const registry = loadSettings(folder).settings.plugins?.registry ?? process.env['npm_config_registry']
  if (registry === undefined || !/^https?:\/\//.test(registry))
    return refuse(
      'No registry is set. Add the file instead, or set plugins.registry in settings.json or npm_config_registry',
    )
  return registry
}
