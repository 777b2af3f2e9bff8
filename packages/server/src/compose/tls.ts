import type { Server } from 'node:http'
import type { LocalNames } from '../local-names.ts'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { ownAddresses } from '../access/own-names.ts'
import type { ConnectionGuard } from '../http/defence/connection-guard.ts'
import type { Settings } from '../settings/settings.ts'
import { every } from '../system-clock.ts'
import type { BoatCertificateOptions } from '../tls/boat-certificates.ts'
import type { Certificates } from '../tls/credentials.ts'
import type { BoatStore } from '../storage/boat-store.ts'
import { boatNameOf } from './names.ts'
import { frontDoor, type FrontDoor } from '../tls/front-door.ts'
import { openCertificates } from '../tls/open-certificates.ts'

/** The check is cheap, and frequent enough for a machine that is moved to another network. */
const renewEveryMs = 60_000

interface CertificateParts {
  readonly settings: Settings
  readonly names: LocalNames
  readonly store: BoatStore
}

/** The names and addresses in the certificates of a data folder. */
export const certificateOptions = (
  folder: string,
  { settings, names, store }: CertificateParts,
): BoatCertificateOptions => {
  const boatName = boatNameOf(settings, store)
  const more = settings.access?.names
  return {
    folder,
    hostName: hostname(),
    addresses: ownAddresses,
    localNames: () => names.all,
    ...(more && { names: more }),
    ...(boatName !== undefined && { boatName }),
  }
}

/** The TLS certificates of the server. Not used in open mode, which serves only this machine. */
export const composeCertificates = (folder: string, parts: CertificateParts): Certificates => {
  const { tls } = parts.settings
  return openCertificates({ ...certificateOptions(folder, parts), ...(tls && { given: tls }) }, Date.now())
}

interface DoorParts {
  readonly names: LocalNames
  readonly connections: ConnectionGuard
  readonly log: Logger
}

/** Serves https and http on the same port, and renews the certificates when due. */
export const composeDoor = (
  server: Server,
  certificates: Certificates,
  { connections, log, names }: DoorParts,
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
  const renew = (): void => void certificates.renewIfDue(Date.now())
  stack.use(every(renewEveryMs, renew))
  stack.use(names.onChange(renew))
  const disposables = stack.move()
  return {
    get handshakeFailures() {
      return door.handshakeFailures
    },
    [Symbol.dispose]: () => disposables.dispose(),
  }
}
