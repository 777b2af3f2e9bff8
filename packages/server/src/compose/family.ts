import { MarineDataError } from '@marinedata/model'
import { randomBytes } from 'node:crypto'
import type { Base, Feature } from './feature.ts'
import { familyWire } from '../family/family-frames.ts'
import { answerFamily } from '../family/family-messages.ts'
import { familyVersion, familyWord } from '../family/family-names.ts'
import { familyRoutes } from '../family/family-routes.ts'
import type { StreamDialect } from '../stream/stream-dialect.ts'

export interface Family extends Feature {
  readonly dialects: readonly StreamDialect[]
}

/**
 * A second door for apps of the Signal K family, onto the same boat. Nothing is served when it is off.
 * @throws MarineDataError `invalid-settings` when the own addresses begin with the same word
 */
export const familyFeature = ({ core, self, isOpen, settings }: Base): Family => {
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
  return {
    routes: familyRoutes({
      self,
      isOpen,
      bootId: randomBytes(6).toString('base64url'),
      answer: (address) => reader.answer(address, true),
    }),
    dialects: [
      {
        path: `/${familyWord}/v1/stream`,
        hello,
        hasHeartbeats: false,
        wireOf: familyWire(self),
        answer: answerFamily,
      },
    ],
  }
}
