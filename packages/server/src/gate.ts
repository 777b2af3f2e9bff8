import { MarineDataError, type Role, type Scope } from '@marinedata/model'
import type { IncomingMessage } from 'node:http'

/** Who asks. */
export interface Principal {
  readonly name: string
  readonly roles: readonly Role[]
}

/** What a request says of where it comes from. */
export interface Caller {
  readonly address: string | undefined
  /** The name under which the server was asked for. */
  readonly host: string | undefined
  /** The page that asks, when it is a page. */
  readonly origin: string | undefined
}

export const callerOf = ({ socket, headers }: IncomingMessage): Caller => ({
  address: socket.remoteAddress,
  host: headers.host,
  origin: headers.origin,
})

/** The one gate of every transport: admits a caller to a scope, or throws. */
export interface Gate {
  authorise(caller: Caller, scope: Scope): Principal
}

const loopback = /^(?:(?:::ffff:)?127(?:\.[0-9]{1,3}){3}|::1)$/
const loopbackHost = /^(?:127(?:\.[0-9]{1,3}){3}|localhost|\[::1\])(?::[0-9]{1,5})?$/i

export const isLoopback = (address: string): boolean => address === 'localhost' || loopback.test(address)

const localOwner: Principal = { name: 'local', roles: ['owner'] }

const refuse = (detail: string): never => {
  throw new MarineDataError('forbidden', detail)
}

/**
 * Until access control exists, whoever is on this machine may do everything, and nobody else anything: neither another
 * machine, nor a name that was made to point here, nor a page of another site in a browser on this machine.
 */
export const loopbackGate: Gate = {
  authorise: ({ address, host, origin }) => {
    if (address === undefined || !isLoopback(address))
      return refuse(`Only this machine is served, not ${address ?? 'an unknown address'}`)
    if (host === undefined || !loopbackHost.test(host))
      return refuse(`"${host ?? ''}" is not a name of this machine`)
    if (origin !== undefined && origin !== `http://${host}`) return refuse(`Pages of ${origin} may not ask`)
    return localOwner
  },
}
