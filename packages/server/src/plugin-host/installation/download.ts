import { createHash, timingSafeEqual } from 'node:crypto'
import { refuse } from './tarball.ts'

const limitMs = 60_000

const load = async (address: string, largest: number): Promise<Buffer> => {
  const { host, pathname } = new URL(address)
  const response = await fetch(address, { signal: AbortSignal.timeout(limitMs) })
  // A redirect must not leave encryption.
  if (address.startsWith('https:') && !response.url.startsWith('https:'))
    return refuse(`${host} redirects to ${response.url}, which is not encrypted`)
  if (response.status === 404) return refuse(`${host} has no ${pathname.slice(1)}`)
  if (!response.ok || response.body === null) return refuse(`${host} answered with status ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  // The body of a response consists of bytes.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > largest) return refuse(`${host} sent more than ${largest} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** @throws MarineDataError `invalid-value` with the reason why it cannot be loaded */
export const download = async (address: string, largest: number): Promise<Buffer> => {
  try {
    return await load(address, largest)
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError')
      return refuse(
        `${new URL(address).host} cannot be reached: ${(error as Error).message}. Is there a connection ashore?`,
      )
    throw error
  }
}

/** The checksum of a file, as registries write it. */
export const integrityOf = (bytes: Buffer): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`

/** @throws MarineDataError `invalid-value` when the file is not what the registry or catalogue describes */
export const checkIntegrity = (bytes: Buffer, integrity: string): void => {
  const [found, expected] = [Buffer.from(integrityOf(bytes)), Buffer.from(integrity)]
  if (found.length !== expected.length || !timingSafeEqual(found, expected))
    refuse(`The loaded file has the checksum ${found.toString()}, not ${integrity}`)
}
