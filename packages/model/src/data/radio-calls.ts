import { Type, type Static } from '#schema-language.ts'
import { Position } from './position.ts'

/** The path of the last safety text of a station, below its context. */
export const safetyTextPath = 'communication.safetyText'
/** The path of the last DSC call of a station, below its context. */
export const dscCallPath = 'communication.dscCall'

/** The longest text of AIS message 14, in characters. */
export const maxSafetyTextLength = 161

const Mmsi = (description: string) => Type.String({ pattern: '^[0-9]{9}$', maxLength: 9, description })

/** A text that a station sends by AIS (message 14, or 12 to one station). */
export const SafetyText = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: maxSafetyTextLength, description: 'capitals, as received' }),
    to: Type.Optional(Mmsi('MMSI of the station that the text is for; absent when it is for all')),
  },
  { $id: 'SafetyText', additionalProperties: false },
)
export type SafetyText = Static<typeof SafetyText>

const DscSymbol = (description: string) => Type.Integer({ minimum: 100, maximum: 127, description })

/** Symbols of a DSC call (ITU-R M.493). */
export const dscSymbols = {
  format: { area: 102, distress: 112, group: 114, allShips: 116, individual: 120 },
  category: { routine: 100, safety: 108, urgency: 110, distress: 112 },
  nature: { manOverboard: 110 },
  telecommand: { acknowledgement: 110, relay: 112, test: 118, position: 121 },
  acknowledgement: { requested: 117, given: 122 },
} as const

/** A DSC call of a station, with the symbols of ITU-R M.493. A member that is unknown is absent. */
export const DscCall = Type.Object(
  {
    format: DscSymbol('112 distress, 116 all ships, 120 individual, 102 area, 114 group'),
    category: DscSymbol('100 routine, 108 safety, 110 urgency, 112 distress'),
    nature: Type.Optional(DscSymbol('nature of the distress: 100 fire … 110 man overboard, 112 EPIRB')),
    telecommand: Type.Optional(DscSymbol('first telecommand: 110 acknowledgement, 112 relay, 118 test')),
    from: Mmsi('MMSI of the station that calls'),
    casualty: Type.Optional(Mmsi('MMSI of the vessel in distress, when another station calls about it')),
    name: Type.Optional(
      Type.String({ maxLength: 32, description: 'name of the vessel, as sent in the call' }),
    ),
    position: Type.Optional(Position),
    time: Type.Optional(
      Type.String({ pattern: '^[0-2][0-9]:[0-5][0-9]$', maxLength: 5, description: 'UTC, of the position' }),
    ),
    acknowledgement: Type.Optional(DscSymbol('117 an acknowledgement is requested, 122 it is given')),
  },
  { $id: 'DscCall', additionalProperties: false },
)
export type DscCall = Static<typeof DscCall>
