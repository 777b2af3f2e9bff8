import { MarineDataError, type Role, type Scope } from '@marinedata/model'

/** Who asks. */
export interface Principal {
  readonly name: string
  readonly roles: readonly Role[]
}

/** The one gate of every transport: admits a caller to a scope, or throws. */
export interface Gate {
  authorise(remoteAddress: string | undefined, scope: Scope): Principal
}

const loopback = /^(?:(?:::ffff:)?127(?:\.[0-9]{1,3}){3}|::1)$/

export const isLoopback = (address: string): boolean => address === 'localhost' || loopback.test(address)

const localOwner: Principal = { name: 'local', roles: ['owner'] }

/** Until access control exists, whoever is on this machine may do everything, and nobody else anything. */
export const loopbackGate: Gate = {
  authorise: (remoteAddress) => {
    if (remoteAddress !== undefined && isLoopback(remoteAddress)) return localOwner
    throw new MarineDataError(
      'forbidden',
      `Only this machine is served, not ${remoteAddress ?? 'an unknown address'}`,
    )
  },
}
