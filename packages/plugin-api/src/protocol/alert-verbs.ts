import { Type, type Static } from '@marinedata/model'

const strict = { additionalProperties: false } as const

/** What a device has done with an alert that it was sent. */
export const AlertAnswer = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: 'of the alert, as in its notification' }),
    action: Type.Enum(['acknowledge', 'silence']),
    device: Type.String({
      pattern: '^[ -~]{1,100}$',
      description: 'the device, as the audit and the alert show it: its NAME on a bus, or its port',
    }),
  },
  { $id: 'AlertAnswer', ...strict },
)
export type AlertAnswer = Static<typeof AlertAnswer>

/** Verbs about alerts that a plugin calls in the server. */
export const alertServerVerbs = {
  'alert/answer': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'Acknowledges or silences one alert, because a person has done so at a device, such as a panel on a bus. Needs `answersAlerts`. The audit has the plugin and the device. At most 10 a second.',
    params: AlertAnswer,
    result: Type.Object({}, strict),
  },
} as const
