import { MarineDataError } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { accepts } from './compression.ts'
import { guideHeaders } from './page-headers.ts'

const builtFolder = fileURLToPath(new URL('../../assets/guide', import.meta.url))

/** Types of the files. Texts are stored compressed. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

const notBuilt = 'The guide is not built. Run "npm run docs:site".'

/** Limits how often requests read the folder while the guide is not built or has no such file. */
const rescanMs = 1_000

const listFiles = (folder: string): ReadonlySet<string> => {
  try {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    return new Set(found.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)))
  } catch {
    // The guide is not built. The rest of the server works without it.
    return new Set()
  }
}

/** Sends a text that is stored with gzip. */
const sendCompressed = async (
  reply: FastifyReply,
  bytes: Buffer,
  acceptEncoding = '',
): Promise<FastifyReply> => {
  reply.header('vary', 'accept-encoding')
  if (!accepts(acceptEncoding.toLowerCase(), 'gzip')) return reply.send(await promisify(gunzip)(bytes))
  return reply.header('content-encoding', 'gzip').send(bytes)
}

/** Serves the built guide. Requested names are looked up in the listing of the folder and never used as file paths. */
export class GuideFiles {
  readonly #folder: string
  #names: ReadonlySet<string> = new Set()
  #scannedAt = -Infinity

  constructor(folder = builtFolder) {
    this.#folder = folder
  }

  /** Whether the guide is built. */
  get isBuilt(): boolean {
    return this.#has('index.html.gz')
  }

  /** @param path below the address of the guide, such as `gateways/` or `faq.html` */
  async send(reply: FastifyReply, path: string, acceptEncoding: string | undefined): Promise<FastifyReply> {
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path
    const type = types[extname(name)]
    const stored = [`${name}.gz`, name].find((file) => this.#has(file))
    if (type === undefined || stored === undefined)
      throw new MarineDataError('not-found', this.isBuilt ? `The guide has no page "${path}"` : notBuilt)
    reply.headers(guideHeaders).header('content-type', type)
    // Names in this folder contain a hash of the contents.
    if (name.startsWith('assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
    const bytes = await readFile(join(this.#folder, stored))
    return stored === name ? reply.send(bytes) : sendCompressed(reply, bytes, acceptEncoding)
  }

  #has(name: string): boolean {
    // Reads the folder again for an unknown name: during development the guide is rebuilt while the server runs.
    if (!this.#names.has(name) && performance.now() - this.#scannedAt > rescanMs) {
      this.#scannedAt = performance.now()
      this.#names = listFiles(this.#folder)
    }
    return this.#names.has(name)
  }
}
