import type { Server } from 'node:http'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { ownAddresses } from '../access/own-names.ts'
import type { ConnectionGuard } from '../http/defence/connection-guard.ts'
import type { Settings } from '../settings/settings.ts'
import { every } from '../system-clock.ts'
import type { Certificates } from '../tls/credentials.ts'
import { frontDoor, type FrontDoor } from '../tls/front-door.ts'
import { openCertificates } from '../tls/open-certificates.ts'

/** Cheap when nothing is due, and soon enough for a machine that was moved to another network. */
const renewEveryMs = 60_000

/** The certificates by which this server is known; an open boat, which leaves the machine not at all, has none. */
export const composeCertificates = (folder: string, { access, tls, name }: Settings): Certificates =>
  openCertificates(
    {
      folder,
      hostName: hostname(),
      addresses: ownAddresses,
      ...(access?.names && { names: access.names }),
      ...(name !== undefined && { boatName: name }),
      ...(tls && { given: tls }),
    },
    Date.now(),
  )

interface DoorParts {
  readonly connections: ConnectionGuard
  readonly log: Logger
}

/** Lets the server speak https beside http, on the same port, and keeps its certificates in date. */
export const composeDoor = (
  server: Server,
  certificates: Certificates,
  { connections, log }: DoorParts,
): FrontDoor & Disposable => {
  using made = new DisposableStack()
  const door = made.use(
    frontDoor(server, certificates, { onSecured: (socket, within) => connections.alias(socket, within) }),
  )
  const warn = (): void => {
    for (const warning of certificates.warnings(Date.now())) log.warn(warning)
  }
  warn()
  made.use(certificates.onChange(warn))
  made.use(every(renewEveryMs, () => certificates.renewIfDue(Date.now())))
  const rest = made.move()
  return {
    get handshakeFailures() {
      return door.handshakeFailures
    },
    [Symbol.dispose]: () => rest.dispose(),
  }
}
