import { MarineDataError } from '@marinedata/model'
import { randomBytes } from 'node:crypto'
import { sessionCookie, sessionCookieOf } from '../access/cookies.ts'
import { familyTokenOf } from '../access/family-credentials.ts'
import type { AccessFeature } from '../features/access.ts'
import type { Base, Feature } from './feature.ts'
import { accessRequestRoutes } from '../family/access-request-routes.ts'
import { familyWire } from '../family/family-frames.ts'
import { answerFamily } from '../family/family-messages.ts'
import { familyVersion, familyWord } from '../family/family-names.ts'
import { FamilyRequests } from '../family/family-requests.ts'
import { familyRoutes } from '../family/family-routes.ts'
import { signInRoutes } from '../family/sign-in-routes.ts'
import type { Route } from '../http/route.ts'
import type { StreamDialect } from '../stream/stream-dialect.ts'

export interface Family extends Feature {
  readonly dialects: readonly StreamDialect[]
}

const door = 'family'

const accessRoutes = ({ isOpen }: Base, { access }: AccessFeature): Route[] => {
  const { people, credentials, pairings } = access
  const requests = new FamilyRequests()
  const tokenOf = familyTokenOf
  return [
    ...signInRoutes({
      isOpen,
      access: { people, credentials },
      tokenOf,
      cookie: (token, isEncrypted) => sessionCookie(token, isEncrypted, door),
      tokenIn: ({ authorization, cookie, isEncrypted }) =>
        authorization?.split(' ')[1] ?? sessionCookieOf(cookie, isEncrypted, door),
    }),
    ...accessRequestRoutes({ isOpen, pairings, requests, tokenOf }),
  ]
}

/**
 * A second door for apps of the Signal K family, onto the same boat. Nothing is served when it is off.
 * @throws MarineDataError `invalid-settings` when the own addresses begin with the same word
 */
export const familyFeature = (base: Base, access: AccessFeature): Family => {
  const { core, self, settings } = base
  if (settings.family !== true) return { dialects: [] }
  const { reader, clock, productWord } = core
  if (productWord === familyWord)
    throw new MarineDataError(
      'invalid-settings',
      `"family" serves apps at /${familyWord}, so "productWord" must be another word`,
    )
  const hello = (): object => ({
    name: 'signalk-server',
    version: familyVersion,
    self,
    roles: ['master', 'main'],
    timestamp: clock.timestamp(),
  })
  const routes = [
    ...familyRoutes({
      bootId: randomBytes(6).toString('base64url'),
      answer: (address) => reader.answer(address, true),
    }),
    ...accessRoutes(base, access),
  ]
  return {
    routes: routes.map((one) => ({ ...one, door })),
    dialects: [
      {
        path: `/${familyWord}/v1/stream`,
        door,
        hello,
        hasHeartbeats: false,
        wireOf: familyWire(self),
        answer: answerFamily,
      },
    ],
  }
}
