import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Published {
  readonly manifest: { readonly name: string; readonly version: string }
  readonly bytes: Buffer
}

interface Workspace {
  readonly name: string
  readonly location: string
  readonly private?: boolean
}

/** Every publishable package of this workspace, packed as for publishing. */
const packAll = (root: string): Published[] => {
  const npm = (...words: readonly string[]): string =>
    execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const workspaces = (JSON.parse(npm('query', '.workspace')) as Workspace[]).filter(
    (each) => each.private !== true,
  )
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-packed-'))
  try {
    npm(
      'pack',
      '--pack-destination',
      folder,
      ...workspaces.flatMap(({ location }) => ['--workspace', location]),
    )
    return readdirSync(folder).map((file) => {
      const text = execFileSync('tar', ['-xzOf', join(folder, file), 'package/package.json'], {
        encoding: 'utf8',
      })
      return { manifest: JSON.parse(text) as Published['manifest'], bytes: readFileSync(join(folder, file)) }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const documentOf = ({ manifest, bytes }: Published, url: string): string => {
  const { name, version } = manifest
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const dist = { tarball: `${url}/tarballs/${encodeURIComponent(name)}.tgz`, integrity }
  return JSON.stringify({
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist } },
  })
}

/** A registry on loopback that serves our packages and redirects to the public one for all others. */
export const startRegistry = async (root: string): Promise<AsyncDisposable & { readonly url: string }> => {
  const usual = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
    .trim()
    .replace(/\/$/, '')
  const publishedByName = new Map(packAll(root).map((published) => [published.manifest.name, published]))
  const server = createServer((request, reply) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/')
    const name = path
      .replace(/^\/tarballs\//, '/')
      .replace(/\.tgz$/, '')
      .slice(1)
    const published = publishedByName.get(name)
    if (published === undefined) reply.writeHead(307, { location: `${usual}${request.url ?? '/'}` }).end()
    else if (path.startsWith('/tarballs/')) reply.end(published.bytes)
    else reply.setHeader('content-type', 'application/json').end(documentOf(published, url))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
