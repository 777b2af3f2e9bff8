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

/** The check is cheap, and frequent enough for a machine that is moved to another network. */
const renewEveryMs = 60_000

/** The TLS certificates of the server. Not used in open mode, which serves only this machine. */
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

/** Serves https and http on the same port, and renews the certificates when due. */
export const composeDoor = (
  server: Server,
  certificates: Certificates,
  { connections, log }: DoorParts,
): FrontDoor & Disposable => {
  using stack = new DisposableStack()
  const door = stack.use(
    frontDoor(server, certificates, { onSecured: (socket, within) => connections.alias(socket, within) }),
  )
  const warn = (): void => {
    for (const warning of certificates.warnings(Date.now()))
      log.warn({ event: 'tls.certificate_warning', warning }, 'certificate warning')
  }
  warn()
  stack.use(certificates.onChange(warn))
  stack.use(every(renewEveryMs, () => certificates.renewIfDue(Date.now())))
  const disposables = stack.move()
  return {
    get handshakeFailures() {
      return door.handshakeFailures
    },
    [Symbol.dispose]: () => disposables.dispose(),
  }
}
