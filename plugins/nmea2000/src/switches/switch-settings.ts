import { switchBankPgns, switchesPerBank } from '@marinedata/nmea2000'
import { MarineDataError, Type, type Static } from '@marinedata/plugin-api'

const strict = { additionalProperties: false } as const

/** The ways to set a switch, by PGN. */
const ways = [String(switchBankPgns.control), String(switchBankPgns.groupFunction)] as ['127502', '126208']

const SwitchBankSetting = Type.Object(
  {
    instance: Type.Integer({ minimum: 0, maximum: 252, description: 'the instance that the bank sends' }),
    switches: Type.Array(
      Type.Object(
        {
          number: Type.Integer({ minimum: 1, maximum: switchesPerBank }),
          label: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 64,
              description: 'shown to people, such as "Anchor light"',
            }),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: switchesPerBank },
    ),
    sendsAs: Type.Optional(
      Type.Enum(ways, {
        description:
          'how a switch is set: by "127502", which is the default, or by "126208" for banks that take commands addressed to them, such as Maretron',
      }),
    ),
  },
  strict,
)
export type SwitchBankSetting = Static<typeof SwitchBankSetting>

export const SwitchBankSettings = Type.Array(SwitchBankSetting, {
  maxItems: 8,
  default: [],
  description: 'switch banks on the bus, with the switches that people can set; needs "sends"',
})

const repeated = (numbers: readonly number[]): number | undefined =>
  numbers.find((number, index) => numbers.indexOf(number) !== index)

const refuse = (message: string): never => {
  throw new MarineDataError('invalid-value', message)
}

/**
 * The banks whose switches can be set.
 * @throws MarineDataError when nothing may be sent, or a bank or a switch is there twice
 */
export const checkSwitchBanks = (
  banks: readonly SwitchBankSetting[],
  { sends }: { readonly sends: boolean },
): readonly SwitchBankSetting[] => {
  if (banks.length > 0 && !sends)
    refuse('"switchBanks" has banks, but "sends" is false. Set "sends" to true, or remove the banks')
  const twice = repeated(banks.map(({ instance }) => instance))
  if (twice !== undefined) refuse(`"switchBanks" has the instance ${twice} twice`)
  for (const { instance, switches } of banks) {
    const number = repeated(switches.map((each) => each.number))
    if (number !== undefined) refuse(`Switch bank ${instance} has the switch ${number} twice`)
  }
  return banks
}
