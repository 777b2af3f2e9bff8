import { Type, type Static } from '@marinedata/plugin-api'

const address = '^[^\\s<>@",;:]{1,64}@[A-Za-z0-9.-]{1,253}$'
const url = (more: object) => Type.Optional(Type.String({ pattern: '^https?://', maxLength: 1_024, ...more }))
const secret = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 512, secret: true, description }))

export const settingDefaults = {
  after: 60,
  webhookBody: '{"text":"{{text}}"}',
  mailPort: 587,
  mailSecurity: 'starttls',
} as const

export const Settings = Type.Object(
  {
    after: Type.Integer({
      minimum: 0,
      maximum: 3_600,
      default: settingDefaults.after,
      description: 'seconds without an answer after which messages are sent; 0 at once',
    }),
    ntfy: url({ description: 'topic of ntfy, such as https://ntfy.sh/a-name-that-nobody-guesses' }),
    ntfyToken: secret('access token of ntfy, if the topic needs one'),
    webhook: url({ secret: true, description: 'address that gets a POST request' }),
    webhookAuthorization: secret('the header Authorization of that request'),
    webhookBody: Type.String({
      minLength: 2,
      maxLength: 4_096,
      default: settingDefaults.webhookBody,
      description:
        'JSON with {{text}}, {{message}}, {{state}}, {{boat}}, {{path}}, {{time}}, {{event}}, {{id}}',
    }),
    mailTo: Type.Optional(
      Type.Array(Type.String({ pattern: address }), { maxItems: 8, description: 'e-mail addresses' }),
    ),
    mailFrom: Type.Optional(Type.String({ pattern: address, description: 'sender of the e-mails' })),
    mailServer: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9.:-]{1,253}$', description: 'name of the SMTP server' }),
    ),
    mailPort: Type.Integer({ minimum: 1, maximum: 65_535, default: settingDefaults.mailPort }),
    mailSecurity: Type.Enum(['starttls', 'tls', 'none'], {
      default: settingDefaults.mailSecurity,
      description: 'tls for port 465; with none no password is sent',
    }),
    mailUser: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    mailPassword: secret('password at the SMTP server'),
    mailCertificate: Type.Optional(
      Type.String({
        pattern: '^/',
        maxLength: 256,
        grants: 'read',
        description: 'file with the certificate of a mail server of your own, PEM',
      }),
    ),
  },
  { additionalProperties: false },
)
export type Settings = Static<typeof Settings>
