import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { owner } from '@marinedata/testing/boats/crew'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { timeLimit } from '@marinedata/testing/time-limit'

interface Api {
  name(): Promise<string>
}

interface Client {
  connect(): Promise<unknown>
  disconnect(returnPromise: boolean): Promise<unknown>
  on(event: string, listener: (event: { readonly context?: string; readonly message?: string }) => void): void
  API(): Promise<Api>
}

type ClientClass = new (options: object) => Client

const name = '@signalk/client@2.4.0'
const patienceMs = timeLimit(60_000)

/** Without `reconnect` the library forgets its token when the stream is refused. */
const optionsFor = (url: string, reconnect: boolean): object => {
  const { hostname, port } = new URL(url)
  return {
    hostname,
    port: Number(port),
    useTLS: false,
    useAuthentication: true,
    username: owner.name,
    password: owner.passphrase,
    reconnect,
    autoConnect: false,
    notifications: false,
    deltaStreamBehaviour: 'self',
  }
}

const within = <T>(work: Promise<T>, what: string): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${what} took too long`)), patienceMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/**
 * In Node the library signs in and reads values. It opens its stream without a token, because it never gives one to its
 * WebSocket, so that a closed boat refuses the stream, as signalk-server does.
 */
const inNode = async (folder: string, url: string): Promise<object> => {
  const module = createRequire(join(folder, 'index.js'))('@signalk/client') as {
    readonly Client?: ClientClass
    readonly default?: ClientClass
  }
  const Kind = module.default ?? module.Client
  if (Kind === undefined) throw new Error(`${name} has no client`)
  const client = new Kind(optionsFor(url, true))
  client.on('error', () => {})
  const refused = await within(
    client.connect().then(
      () => 'connected',
      (error: unknown) => (error as Error).message,
    ),
    'Connecting',
  )
  const api = await within(client.API(), 'The interface')
  const known = await within(api.name(), 'The name of the vessel')
  await client.disconnect(true)
  return { known, stream: refused }
}

/** In a browser the stream carries the cookie of the sign-in: everything works on a closed boat. */
const inBrowser = async (
  folder: string,
  url: string,
  { browser, self }: { readonly browser: Browser; readonly self: string },
): Promise<object> => {
  const empty = join(folder, 'empty.js')
  writeFileSync(empty, '')
  const { outputFiles } = await build({
    stdin: { contents: "export { default as Client } from '@signalk/client'", resolveDir: folder },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'SignalK',
    platform: 'browser',
    define: { global: 'globalThis' },
    // The library names this module of Node, and uses it in Node only.
    alias: { https: empty },
    logLevel: 'silent',
  })
  await using context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/`)
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
  return await page.evaluate(
    async ({ options, own }) => {
      const { SignalK } = globalThis as unknown as { SignalK: { Client: ClientClass } }
      const kind = SignalK.Client as ClientClass & { default?: ClientClass }
      const client = new (kind.default ?? kind)(options)
      const received = new Promise<void>((resolve) => {
        client.on('delta', ({ context: of }) => of === own && resolve())
      })
      await client.connect()
      await received
      const api = await client.API()
      const known = await api.name()
      await client.disconnect(true)
      return { known, stream: 'live' }
    },
    { options: optionsFor(url, false), own: self },
  )
}

/** The client library of the family, as npm installs it, on a closed boat. */
export const runClient = async ({
  url,
  self,
  browser,
}: {
  /** The port of the apps. */
  readonly url: string
  readonly self: string
  readonly browser: Browser
}): Promise<boolean> => {
  await using folder = await temporaryFolder()
  const words = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--prefix', folder.path]
  execFileSync('npm', ['install', ...words, name], { timeout: timeLimit(120_000) })
  const began = performance.now()
  const parts: Record<string, unknown> = {}
  let fault: string | undefined
  try {
    parts['node'] = await inNode(folder.path, url)
    parts['browser'] = await within(
      inBrowser(folder.path, url, { browser, self }),
      'The library in a browser',
    )
  } catch (error) {
    fault = error instanceof Error ? error.message : JSON.stringify(error)
  }
  const expected = {
    node: { known: 'Aava', stream: 'Unexpected server response: 401' },
    browser: { known: 'Aava', stream: 'live' },
  }
  const pass = fault === undefined && JSON.stringify(parts) === JSON.stringify(expected)
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(
    JSON.stringify({ app: 'client', pass, package: name, seconds, ...parts, ...(fault && { fault }) }),
  )
  return pass
}
