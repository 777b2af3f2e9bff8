import { MarineDataError } from '@marinedata/model'
import { readFile } from 'node:fs/promises'
import { ntfyMessenger, webhookMessenger } from './http-messengers.ts'
import { mailMessenger } from './mail-messenger.ts'
import type { Messenger } from './messenger.ts'
import type { Settings } from './settings.ts'

export { Delivery } from './delivery.ts'
export { settingDefaults, Settings } from './settings.ts'

const mailOf = async (settings: Settings): Promise<Messenger[]> => {
  const { mailTo = [], mailFrom, mailServer, mailUser, mailPassword, mailCertificate } = settings
  if (mailTo.length === 0) return []
  if (mailServer === undefined || mailFrom === undefined)
    throw new MarineDataError('invalid-settings', 'For e-mail, set "mailServer" and "mailFrom"')
  const login =
    mailUser === undefined || mailPassword === undefined
      ? undefined
      : { user: mailUser, password: mailPassword }
  const authority = mailCertificate === undefined ? undefined : await readFile(mailCertificate, 'utf8')
  const server = {
    host: mailServer,
    port: settings.mailPort,
    security: settings.mailSecurity,
    authority,
  }
  return [mailMessenger({ server, from: mailFrom, to: mailTo, login })]
}

/** The services of the settings. @throws MarineDataError `invalid-settings` */
export const messengersOf = async (settings: Settings): Promise<Messenger[]> => {
  const { ntfy, ntfyToken, webhook, webhookBody: template, webhookAuthorization: authorization } = settings
  return [
    ...(ntfy === undefined ? [] : [ntfyMessenger(ntfy, ntfyToken)]),
    ...(webhook === undefined ? [] : [webhookMessenger(webhook, { template, authorization })]),
    ...(await mailOf(settings)),
  ]
}
