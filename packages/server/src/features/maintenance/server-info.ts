import { ServerInfo } from '@marinedata/model'
import type { Base, Feature } from '#compose/feature.ts'
import { route } from '#http/route.ts'

interface InfoParts {
  /** URLs for other devices on the boat, best first. */
  readonly addresses: (port: number) => readonly string[]
  /** Members of settings.json that this version does not know, as JSON pointers. */
  readonly ignoredSettings?: readonly string[]
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** The addresses that `marinedata where` prints, and the settings that were ignored at the start. */
export const serverInfoFeature = (
  { api }: Base,
  { addresses, ignoredSettings = [] }: InfoParts,
): Feature => ({
  routes: [
    route({
      method: 'GET',
      path: `${api}/server`,
      scope: 'read',
      operationId: 'getServerInfo',
      summary: 'Addresses at which other devices aboard reach the server, and settings without effect',
      responses: { 200: { description: 'Addresses and settings', schema: ServerInfo } },
      handle: (request) => {
        const { port, protocol } = new URL(
          `http${request.visitor.isEncrypted ? 's' : ''}://${request.header('host')}`,
        )
        const listening = port === '' ? (defaultPorts[protocol] ?? 0) : Number(port)
        return { addresses: [...addresses(listening)], ignoredSettings: [...ignoredSettings] }
      },
    }),
  ],
})
