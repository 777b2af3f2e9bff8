import { MarineDataClient } from '@marinedata/client'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startServer, type RunningServer } from '../src/compose.ts'
import type { Settings } from '../src/settings/settings.ts'

export interface Boat extends AsyncDisposable {
  readonly url: string
  readonly self: string
  readonly client: MarineDataClient
  /** Ends the server and starts it again on the same port and data. */
  restart(): Promise<void>
}

/** A whole server on a free port of loopback, with a data folder of its own that goes with it. */
export const startBoat = async ({ settings = {} }: { readonly settings?: Settings } = {}): Promise<Boat> => {
  const folder = await mkdtemp(join(tmpdir(), 'marinedata-boat-'))
  const log = pino({ level: 'silent' })
  let server: RunningServer = await startServer({ settings: { ...settings, port: 0 }, folder, log })
  const { url, self } = server
  const port = Number(new URL(url).port)
  return {
    url,
    self,
    client: new MarineDataClient({ url, ...(settings.productWord && { productWord: settings.productWord }) }),
    restart: async () => {
      await server[Symbol.asyncDispose]()
      server = await startServer({ settings: { ...settings, port }, folder, log })
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
