import { Boat as BoatClient } from '@marinedata/client'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startServer, type RunningServer, type ServerOptions } from 'marinedata/start-server'

type Settings = ServerOptions['settings']

export interface Boat extends AsyncDisposable {
  readonly url: string
  readonly self: string
  readonly client: BoatClient
  /** Stops the server and starts it again on the same port and data, which `change` may change between. */
  restart(plugins?: Plugins, change?: (folder: string) => void): Promise<void>
  /** The data folder. */
  readonly folder: string
}

type Plugins = NonNullable<ServerOptions['plugins']>

export interface BoatOptions {
  readonly settings?: Settings
  readonly plugins?: Plugins
  /** Whether the boat is closed; open by default. */
  readonly isOpen?: boolean
  readonly listenerPatienceMs?: number
  /** The plotter group for announcements; no announcements by default. */
  readonly plotters?: NonNullable<ServerOptions['plotters']>
  /** Prepares the data folder before the start. */
  readonly prepare?: (folder: string) => Promise<void>
}

/** Starts a whole server on a free loopback port, with a temporary data folder. */
export const startBoat = async ({
  settings = {},
  plugins = {},
  isOpen = true,
  prepare,
  ...rest
}: BoatOptions = {}): Promise<Boat> => {
  const folder = await mkdtemp(join(tmpdir(), 'marinedata-boat-'))
  await prepare?.(folder)
  const log = pino({ level: 'silent' })
  const start = (port: number, more = plugins): Promise<RunningServer> =>
    startServer({ ...rest, settings: { ...settings, port }, folder, log, isOpen, plugins: more })
  let server = await start(0)
  const { url, self } = server
  const port = Number(new URL(url).port)
  return {
    url,
    self,
    client: new BoatClient({ url, ...(settings.productWord && { productWord: settings.productWord }) }),
    folder,
    restart: async (more, change) => {
      await server[Symbol.asyncDispose]()
      change?.(folder)
      server = await start(port, more)
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
