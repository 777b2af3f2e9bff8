import { createHash, timingSafeEqual } from 'node:crypto'
import { refuse } from './tarball.ts'

const limitMs = 60_000

const mostRedirects = 5

/** Where an address redirects to; undefined when it does not. */
const redirectOf = ({ status, headers }: Response): string | undefined =>
  status >= 300 && status < 400 ? (headers.get('location') ?? undefined) : undefined

/** @throws MarineDataError when a redirect leaves the host or encryption */
const nextPlace = (from: string, location: string): string => {
  const { host, protocol } = new URL(from)
  if (!URL.canParse(location, from)) return refuse(`${host} redirects to ${location}, which is no address`)
  const next = new URL(location, from)
  if (protocol === 'https:' && next.protocol !== 'https:')
    return refuse(`${host} redirects to ${next.href}, which is not encrypted`)
  if (next.host !== host) return refuse(`${host} redirects to ${next.host}, which is another host`)
  return next.href
}

/** Follows redirects on the same host. Another host, such as this computer, would be asked in the name of the server. */
const responseOf = async (address: string): Promise<Response> => {
  const signal = AbortSignal.timeout(limitMs)
  let place = address
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const response = await fetch(place, { signal, redirect: 'manual' })
    const location = redirectOf(response)
    if (location === undefined) return response
    await response.body?.cancel()
    place = nextPlace(place, location)
  }
  return refuse(`${new URL(address).host} redirects more than ${mostRedirects} times`)
}

const load = async (address: string, largest: number): Promise<Buffer> => {
  const { host, pathname } = new URL(address)
  const response = await responseOf(address)
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
