import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Settings } from '#settings/settings.ts'
import { startCli, temporaryFolder } from '../start-cli.ts'
import { timeLimit } from '../time-limit.ts'

interface Delta {
  readonly context?: string
}

interface Api {
  self(): Promise<string>
  name(): Promise<string>
  vessels(): Promise<object>
}

interface Client {
  connect(): Promise<unknown>
  disconnect(returnPromise: boolean): Promise<unknown>
  on(event: 'delta', listener: (delta: Delta) => void): void
  API(): Promise<Api>
}

const name = '@signalk/client@2.4.0'
const patienceMs = timeLimit(60_000)

const within = <T>(work: Promise<T>, what: string): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${what} took too long`)), patienceMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/**
 * The client library of the family, as npm installs it: it reads and receives the own vessel. The boat is open, because
 * this library sends no token when it opens the stream.
 */
export const runClient = async (self: string, settings: Settings): Promise<boolean> => {
  await using boat = await startCli({ settings })
  await using folder = await temporaryFolder()
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--prefix', folder.path]
  execFileSync('npm', ['install', ...options, name], { timeout: timeLimit(120_000) })
  const { Client: Signalk, default: Default } = createRequire(join(folder.path, 'index.js'))(
    '@signalk/client',
  ) as {
    readonly Client?: new (options: object) => Client
    readonly default?: new (options: object) => Client
  }
  const Kind = Default ?? Signalk
  if (Kind === undefined) throw new Error(`${name} has no client`)
  const { hostname, port } = new URL(boat.url)
  const client = new Kind({
    hostname,
    port: Number(port),
    useTLS: false,
    useAuthentication: false,
    reconnect: false,
    autoConnect: false,
    notifications: false,
    deltaStreamBehaviour: 'self',
  })
  const began = performance.now()
  let fault: string | undefined
  let known: string | undefined
  try {
    const received = Promise.withResolvers<void>()
    client.on('delta', ({ context }) => context === self && received.resolve())
    await within(client.connect(), 'Connecting')
    await within(received.promise, 'A delta of the own vessel')
    const api = await within(client.API(), 'The interface')
    known = await within(api.name(), 'The name of the vessel')
  } catch (error) {
    fault = error instanceof Error ? error.message : JSON.stringify(error)
  }
  await within(client.disconnect(true), 'Disconnecting').catch(() => undefined)
  const pass = fault === undefined && known === 'Aava'
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(JSON.stringify({ app: 'client', pass, package: name, seconds, known, ...(fault && { fault }) }))
  return pass
}
