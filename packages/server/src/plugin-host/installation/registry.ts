import { checkIntegrity, download } from './download.ts'
import { pluginLimits, refuse } from './tarball.ts'

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

/** A name with an optional version: `name`, `@scope/name`, `name@1.2.3`. */
const specifier = /^((?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*)(?:@([0-9A-Za-z.+-]{1,64}))?$/

const documentOf = async (registry: string, name: string): Promise<RegistryDocument> => {
  const address = `${registry.replace(/\/+$/, '')}/${name.replace('/', '%2f')}`
  const text = (await download(address, largestDocument)).toString('utf8')
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

/**
 * Loads a package from a registry and checks its checksum.
 * @throws MarineDataError `invalid-value` when it cannot be loaded or is not what the registry describes
 */
export const loadPackage = async (registry: string, subject: string): Promise<Buffer> => {
  const { tarball, integrity } = await find(registry, subject)
  if (!/^https?:\/\//.test(tarball))
    return refuse(`The registry names the file ${tarball}, which is no address`)
  const bytes = await download(tarball, pluginLimits.fileBytes)
  checkIntegrity(bytes, integrity)
  return bytes
}
