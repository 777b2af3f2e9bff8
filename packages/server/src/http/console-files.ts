import { MarineDataError, type ProductWord } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { encodingFor, sendText } from './compression.ts'
import { pageHeaders } from './page-headers.ts'

const folder = new URL('../../assets/console/', import.meta.url)

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** A file with a fixed URL, which does not change with its contents. */
export interface FixedFile {
  readonly name: string
  readonly type: string
}

const notBuilt = 'The console is not built. Run "npm run build:console".'

const suffixes = { br: '.br', gzip: '.gz' } as const

/** File names contain a hash of the contents, so clients may cache the files for ever. */
const cacheForever = 'public, max-age=31536000, immutable'

const listFiles = (): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    // The console is not built. The rest of the server works without it.
    return []
  }
}

/** Limits how often requests for unknown files read the folder. */
const rescanMs = 1_000

/** The situation of a demo boat. */
export type DemoScene = 'under-way' | 'at-anchor'

interface ConsoleFilesOptions {
  readonly productWord: ProductWord
  /** For the tour of the demo; undefined on a real boat. */
  readonly demo: DemoScene | undefined
  /** Whether the guide is built, so that the console links to it. */
  readonly hasGuide: () => boolean
}

/** Serves the built console. Requested names are looked up in the folder listing and never used as file paths. */
export class ConsoleFiles {
  #names: ReadonlySet<string> = new Set()
  #scannedAt = -Infinity
  readonly #productWord: ProductWord
  readonly #demo: DemoScene | 'none'
  readonly #hasGuide: () => boolean

  constructor({ productWord, demo, hasGuide }: ConsoleFilesOptions) {
    this.#hasGuide = hasGuide
    this.#productWord = productWord
    this.#demo = demo ?? 'none'
  }

  /** Sends a script or style sheet, compressed when the client accepts it. */
  async send(reply: FastifyReply, name: string, acceptEncoding: string | undefined): Promise<FastifyReply> {
    if (!Object.hasOwn(types, extname(name)) || !this.#has(name))
      throw new MarineDataError('not-found', `The console has no file "${name}"`)
    const encoding = encodingFor(acceptEncoding)
    const suffix = encoding === undefined ? '' : suffixes[encoding]
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply
      .headers(pageHeaders)
      .header('cache-control', cacheForever)
      .header('vary', 'accept-encoding')
      .header('content-type', types[extname(name)])
      .send(await readFile(new URL(name + suffix, folder)))
  }

  /** Sends the HTML page that loads the scripts and style sheets. */
  async sendPage(reply: FastifyReply): Promise<FastifyReply> {
    if (!this.#has('index.html')) throw new MarineDataError('not-found', notBuilt)
    const page = await readFile(new URL('index.html', folder), 'utf8')
    return reply
      .headers(pageHeaders)
      .header('content-type', 'text/html; charset=utf-8')
      .send(
        page
          .replaceAll('{word}', this.#productWord)
          .replace('{demo}', this.#demo)
          .replace('{guide}', this.#hasGuide() ? 'served' : 'none'),
      )
  }

  /** Sends a document to read, such as the API reference. */
  async sendDocument(
    reply: FastifyReply,
    name: string,
    acceptEncoding: string | undefined,
  ): Promise<FastifyReply> {
    const page = (await this.#readFixed(name)).toString().replaceAll('{word}', this.#productWord)
    reply.headers(pageHeaders).header('content-type', 'text/html; charset=utf-8')
    return sendText(reply, page, acceptEncoding)
  }

  /** Sends a file with a fixed URL, such as the service worker. Clients revalidate it on every use. */
  async sendFixed(reply: FastifyReply, { name, type }: FixedFile): Promise<FastifyReply> {
    return reply
      .headers(pageHeaders)
      .header('content-type', type)
      .send(await this.#readFixed(name))
  }

  #readFixed(name: string): Promise<Buffer> {
    return readFile(new URL(`fixed/${name}`, folder)).catch(() => {
      throw new MarineDataError('not-found', notBuilt)
    })
  }

  #has(name: string): boolean {
    // Reads the folder again for an unknown name: during development the console is rebuilt while the server runs.
    if (!this.#names.has(name) && performance.now() - this.#scannedAt > rescanMs) {
      this.#scannedAt = performance.now()
      this.#names = new Set(listFiles())
    }
    return this.#names.has(name)
  }
}
