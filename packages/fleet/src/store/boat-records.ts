import { checkOf, FleetUsage, Type, type Static } from '@marinedata/model'
import { tariffs } from '@marinedata/uplink-protocol'

const time = Type.String({ format: 'date-time' })

/** The alarm for a silent boat. Key: its token. */
const Silence = Type.Object({
  /** Time of the last contact. */
  since: time,
  raisedAt: time,
  called: Type.Optional(
    Type.Literal(true, { description: 'people were called, so that they must be told that it has ended' }),
  ),
})
export type Silence = Static<typeof Silence>
export const checkSilence = checkOf<Silence>(Silence)

/** A boat's report about its link and its use of data. Key: its token. */
const BoatUsage = Type.Object({
  at: time,
  tariff: Type.Enum([...tariffs]),
  sent: FleetUsage,
  budget: Type.Optional(Type.Integer({ minimum: 0, description: 'bytes a day; absent without a limit' })),
  owner: Type.Optional(Type.String({ description: 'the ownership during which it was reported' })),
  hasConsole: Type.Optional(Type.Boolean({ description: 'people ashore can open the console of the boat' })),
})
export type BoatUsage = Static<typeof BoatUsage>
export const checkBoatUsage = checkOf<BoatUsage>(BoatUsage)
