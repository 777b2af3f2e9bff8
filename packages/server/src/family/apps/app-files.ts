import { MarineDataError, Type } from '@marinedata/model'
import { readPackageFile } from '@marinedata/plugin-api/host'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { route, type Route } from '#http/route.ts'
import { filesIn, sendFile } from '#http/static-files.ts'

/** An installed app. */
interface App {
  /** Name of its npm package, as in its address: `@scope/name`. */
  readonly name: string
  readonly title: string
}

interface Listing {
  readonly apps: readonly App[]
  /** The file of each address. */
  readonly fileByPath: ReadonlyMap<string, string>
}

/**
 * Apps are third-party code. They may show charts of other hosts and custom styles, and frame each other, which share one origin.
 * They run beside the console, never in it.
 */
const headers = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "connect-src 'self' data: blob: https:",
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const

const limits = { files: 20_000, rescanMs: 1_000 }

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const described = (folder: string): App | undefined => {
  try {
    const { name, signalk } = readPackageFile(folder) as {
      name?: unknown
      signalk?: { displayName?: unknown }
    }
    if (typeof name !== 'string') return undefined
    return { name, title: typeof signalk?.displayName === 'string' ? signalk.displayName : name }
  } catch {
    return undefined
  }
}

const foldersIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => join(folder, name))
  } catch {
    // There are no installed apps.
    return []
  }
}

const pagesOf = (folder: string): string => join(folder, 'public')

/** Empty for an app that is being removed. */
const pagesIn = (folder: string): ReturnType<typeof filesIn> => {
  try {
    return filesIn(pagesOf(folder))
  } catch {
    return []
  }
}

/** Changes when an app is installed, replaced or removed. Listing all files each second would delay everything else. */
const signatureOf = (folders: readonly string[]): string =>
  folders
    .flatMap((folder) => [folder, pagesOf(folder)])
    .map((place) => `${place} ${statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 'none'}`)
    .join('\n')

/** The files of installed apps. Requested names are looked up in a listing and never used as paths of files. */
export class AppFiles {
  readonly #folder: string
  readonly #now: () => number
  #listing: Listing = { apps: [], fileByPath: new Map() }
  #scannedAt = -Infinity
  #signature = ''

  /** @param folder the folder of the apps, which may be missing */
  constructor(folder: string, now: () => number) {
    this.#folder = folder
    this.#now = now
  }

  get apps(): readonly App[] {
    return this.#scan().apps
  }

  /** @throws MarineDataError `not-found` */
  find(path: string): string {
    const file = this.#listing.fileByPath.get(path) ?? this.#scan().fileByPath.get(path)
    if (file === undefined) throw new MarineDataError('not-found', `No installed app has a file at ${path}`)
    return file
  }

  /** Looks at the folders again, at most once a second: apps are installed while the server runs. */
  #scan(): Listing {
    if (this.#now() - this.#scannedAt < limits.rescanMs) return this.#listing
    this.#scannedAt = this.#now()
    const folders = foldersIn(this.#folder)
    const signature = signatureOf(folders)
    if (signature !== this.#signature) this.#listing = this.#read(folders)
    this.#signature = signature
    return this.#listing
  }

  #read(folders: readonly string[]): Listing {
    const found = folders.flatMap((folder) => {
      const app = described(folder)
      return app === undefined ? [] : [{ app, files: pagesIn(folder) }]
    })
    const entries = found.flatMap(({ app, files }) =>
      files.map(([path, file]) => [`/${app.name}${path}`, file] as const),
    )
    return { apps: found.map(({ app }) => app), fileByPath: new Map(entries.slice(0, limits.files)) }
  }
}

/** Dark where the device is dark, and large enough for a thumb on a moving boat. */
const style = [
  ':root{color-scheme:light dark;font:18px/1.5 system-ui,sans-serif}',
  'body{max-width:40rem;margin:2rem auto;padding:0 1rem}',
  'ul{list-style:none;padding:0}',
  'a{display:block;margin:.75rem 0;padding:1rem;border:1px solid;border-radius:.5rem;color:inherit;text-decoration:none}',
].join('')

const pageOf = (apps: readonly App[]): string => {
  const items = apps.map(({ name, title }) => `<li><a href="/${escaped(name)}/">${escaped(title)}</a></li>`)
  const list = items.length === 0 ? '<p>No apps are installed.</p>' : `<ul>${items.join('')}</ul>`
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Apps</title><style>${style}</style>`
  return `<!doctype html><html lang="en">${head}<h1>Apps on this boat</h1>${list}<p>If an app asks, sign in with your name and pass-phrase.</p></html>\n`
}

/** The pages of installed apps, for a separate port. */
export const appRoutes = (files: AppFiles): Route[] => [
  route({
    method: 'GET',
    path: '/',
    scope: 'public',
    operationId: 'family_apps',
    summary: 'The installed apps',
    responses: { 200: { description: 'A page', contentType: 'text/html' } },
    handle: (_request, reply) =>
      reply.headers(headers).type('text/html; charset=utf-8').send(pageOf(files.apps)),
  }),
  route({
    method: 'GET',
    path: '/*',
    scope: 'public',
    operationId: 'family_app_file',
    summary: 'A file of an installed app',
    params: Type.Object({ '*': Type.String() }),
    responses: { 200: { description: 'The file' } },
    problems: ['not-found'],
    handle: (request, reply) => {
      const path = `/${request.params['*']}`
      // Relative addresses of an app need the slash.
      if (files.apps.some(({ name }) => path === `/${name}`))
        return reply.code(302).header('location', `${request.path}/`).send()
      const file = files.find(path.endsWith('/') ? `${path}index.html` : path)
      return sendFile(reply.headers(headers), file)
    },
  }),
]
