import { MarineDataError, type ProductWord } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { encodingFor } from './compression.ts'
import { pageHeaders } from './page-headers.ts'

const folder = new URL('../../assets/console/', import.meta.url)

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** A file whose address is always the same. */
export interface FixedFile {
  readonly name: string
  readonly type: string
}

const notBuilt = 'The console was not built: "npm run build:console" does it'

const suffixes = { br: '.br', gzip: '.gz' } as const

/** A file is named after its contents, so whoever has it need never ask again. */
const forEver = 'public, max-age=31536000, immutable'

const namesIn = (): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    // Not built: then there is no console, and everything else works.
    return []
  }
}

/** However often it is asked for what is not there, the folder is not read more often. */
const lookAgainMs = 1_000

/** The built console. What a client asks for never becomes the name of a file: names are those that are in the folder. */
export class ConsoleFiles {
  #names: ReadonlySet<string> = new Set()
  #lookedAt = -Infinity
  readonly #productWord: ProductWord

  constructor(productWord: ProductWord) {
    this.#productWord = productWord
  }

  /** Sends a script or style sheet, as small as the client takes it. */
  async send(reply: FastifyReply, name: string, acceptEncoding: string | undefined): Promise<FastifyReply> {
    if (!Object.hasOwn(types, extname(name)) || !this.#has(name))
      throw new MarineDataError('not-found', `The console has no part "${name}"`)
    const encoding = encodingFor(acceptEncoding)
    const suffix = encoding === undefined ? '' : suffixes[encoding]
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply
      .headers(pageHeaders)
      .header('cache-control', forEver)
      .header('vary', 'accept-encoding')
      .header('content-type', types[extname(name)])
      .send(await readFile(new URL(name + suffix, folder)))
  }

  /** Sends the page that everything else is loaded by. */
  async sendPage(reply: FastifyReply): Promise<FastifyReply> {
    if (!this.#has('index.html')) throw new MarineDataError('not-found', notBuilt)
    const page = await readFile(new URL('index.html', folder), 'utf8')
    return reply
      .headers(pageHeaders)
      .header('content-type', 'text/html; charset=utf-8')
      .send(page.replaceAll('{word}', this.#productWord))
  }

  /** Sends what has an address of its own, such as the worker; it is asked for anew whenever it is needed. */
  async sendFixed(reply: FastifyReply, { name, type }: FixedFile): Promise<FastifyReply> {
    const contents = await readFile(new URL(`fixed/${name}`, folder)).catch(() => {
      throw new MarineDataError('not-found', notBuilt)
    })
    return reply.headers(pageHeaders).header('content-type', type).send(contents)
  }

  #has(name: string): boolean {
    // It may have been built anew, as happens while it is worked on.
    if (!this.#names.has(name) && performance.now() - this.#lookedAt > lookAgainMs) {
      this.#lookedAt = performance.now()
      this.#names = new Set(namesIn())
    }
    return this.#names.has(name)
  }
}
