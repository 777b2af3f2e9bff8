import { openCoast, pageHeaders } from 'marinedata/reading'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'

const folder = new URL('../../assets/console/', import.meta.url)
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const tileAddress = /^\/charts\/coast\/([0-9]{1,2})\/([0-9]{1,4})\/([0-9]{1,4})$/
/** The names of files have a hash of their content. */
const cacheForever = 'public, max-age=31536000, immutable'
const cacheForWeek = 'public, max-age=604800'

const filesIn = (): ReadonlySet<string> => {
  try {
    return new Set(readdirSync(folder))
  } catch {
    // The console is not built. The interface works without it.
    return new Set()
  }
}

/** The console of the fleet: one page, its files, and the coast. They are public; what they show is not. */
export class FleetPages {
  readonly #names = filesIn()
  readonly #coast = openCoast()

  /** Answers a request, or returns false when it is for something else. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [pathname = '/'] = (request.url ?? '/').split('?')
    if (request.method !== 'GET') return false
    if (pathname === '/') return await this.#page(response)
    if (pathname.startsWith('/assets/')) return await this.#file(pathname.slice('/assets/'.length), response)
    const [, z, x, y] = tileAddress.exec(pathname) ?? []
    return z !== undefined && (await this.#tile({ z: Number(z), x: Number(x), y: Number(y) }, response))
  }

  async #page(response: ServerResponse): Promise<boolean> {
    if (!this.#names.has('index.html')) return false
    const page = await readFile(new URL('index.html', folder), 'utf8')
    response.writeHead(200, { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' })
    response.end(page.replaceAll('{word}', 'marinedata').replace('{demo}', 'none').replace('{guide}', 'none'))
    return true
  }

  /** Names are looked up in the listing and never used as paths. */
  async #file(name: string, response: ServerResponse): Promise<boolean> {
    const type = types[extname(name)]
    if (type === undefined || !this.#names.has(name)) return false
    const headers = { ...pageHeaders, 'content-type': type, 'cache-control': cacheForever }
    response.writeHead(200, headers)
    response.end(await readFile(new URL(name, folder)))
    return true
  }

  async #tile(place: { z: number; x: number; y: number }, response: ServerResponse): Promise<boolean> {
    const side = 2 ** place.z
    const tile = place.x < side && place.y < side ? await this.#coast.tile(place) : undefined
    const headers = { 'cache-control': cacheForWeek, 'x-content-type-options': 'nosniff' }
    if (tile === undefined) response.writeHead(204, headers).end()
    else
      response
        .writeHead(200, {
          ...headers,
          'content-type': 'application/vnd.mapbox-vector-tile',
          ...(tile.packing !== 'identity' && { 'content-encoding': tile.packing }),
        })
        .end(tile.bytes)
    return true
  }
}
