import { Type, type Static } from '#schema-language.ts'
import { ConsoleClientId } from '#requests/console.ts'
import { CallDelay, CallId } from './calls.ts'

const strict = { additionalProperties: false } as const

/** The identifier of a browser that receives pushes; the page creates it. */
export const PushDeviceId = ConsoleClientId

const Base64Url = (bytes: number) =>
  Type.String({ pattern: `^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}=*$`, maxLength: 128 })

/** A browser's push subscription (Push API), with the name of the device. */
export const PushDeviceRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: 'name of the device' }),
    endpoint: Type.String({ minLength: 8, maxLength: 1024, description: 'address at the push service' }),
    keys: Type.Object(
      { p256dh: Base64Url(65), auth: Base64Url(16) },
      { ...strict, description: 'public key and secret of the browser' },
    ),
    after: Type.Optional(CallDelay),
  },
  { $id: 'PushDeviceRequest', ...strict },
)
export type PushDeviceRequest = Static<typeof PushDeviceRequest>

/** A browser that receives pushes, without its keys. */
export const PushDevice = Type.Object(
  { id: PushDeviceId, name: PushDeviceRequest.properties.name, after: CallDelay },
  { $id: 'PushDevice' },
)
export type PushDevice = Static<typeof PushDevice>

/** What a page needs to subscribe, and the caller's own devices. */
export const PushSetup = Type.Object(
  {
    key: Type.String({ description: 'the server’s public key (VAPID), base64url' }),
    devices: Type.Array(PushDevice),
  },
  { $id: 'PushSetup' },
)
export type PushSetup = Static<typeof PushSetup>

/** Sent by a browser when it has shown a push. */
export const PushReceipt = Type.Object({ call: CallId }, { $id: 'PushReceipt', ...strict })
export type PushReceipt = Static<typeof PushReceipt>

/** The content of a push. It is encrypted for the browser. */
export const PushMessage = Type.Object(
  {
    kind: Type.Enum(['call', 'quiet']),
    call: CallId,
    device: PushDeviceId,
    title: Type.String(),
    body: Type.String(),
    state: Type.Enum(['alarm', 'emergency']),
    receipt: Type.String({ description: 'path to which the browser sends its receipt' }),
  },
  { $id: 'PushMessage' },
)
export type PushMessage = Static<typeof PushMessage>
