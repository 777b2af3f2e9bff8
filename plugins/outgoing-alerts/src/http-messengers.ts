import { MarineDataError } from '@marinedata/model'
import type { Message, Messenger, Outcome } from './messenger.ts'

const requestMs = 15_000

interface PostOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

const mayRetry = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** Sends a POST request. A redirect fails: a message must not go to an address that nobody has chosen. */
const post = async (to: string, { url, signal, ...rest }: PostOptions): Promise<Outcome> => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(requestMs)])
  const response = await fetch(url, { ...rest, method: 'POST', redirect: 'error', signal: limit })
  await response.body?.cancel()
  const { status } = response
  if (response.ok) return { to, state: 'accepted' }
  return {
    to,
    state: 'failed',
    reason: `The server answered with status ${status}`,
    mayRetry: mayRetry(status),
  }
}

const priorities = { alarm: '4', emergency: '5' } as const

/** Header values are Latin-1. Other characters are encoded as ntfy reads them (RFC 2047). */
const headerText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

/** Publishes to a topic of ntfy. */
export const ntfyMessenger = (url: string, token: string | undefined): Messenger => ({
  id: 'outgoing-alerts.ntfy',
  label: 'ntfy',
  send: async ({ event, call, text }, signal) => {
    const isAlarm = event === 'alarm'
    const headers = {
      title: headerText(isAlarm ? `${call.state}: ${call.boat ?? 'boat'}` : `Ended: ${call.boat ?? 'boat'}`),
      priority: isAlarm ? priorities[call.state] : '2',
      tags: isAlarm ? 'rotating_light' : 'white_check_mark',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    return [await post('ntfy', { url, headers, body: text, signal })]
  },
})

const valuesOf = ({ event, text, call }: Message): Readonly<Record<string, string>> => ({
  event,
  text,
  message: call.message,
  state: call.state,
  boat: call.boat ?? '',
  path: call.path,
  time: call.raisedAt,
  id: call.id,
})

/** Fills the placeholders of a JSON template. Values are escaped, so that the result is always JSON. */
export const filledTemplate = (template: string, message: Message): string => {
  const values = valuesOf(message)
  return template.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? JSON.stringify(values[name]).slice(1, -1) : whole,
  )
}

/** @throws MarineDataError `invalid-settings` when the template is not JSON or has an unknown placeholder */
const checkTemplate = (template: string): void => {
  const call = {
    id: '',
    path: '',
    state: 'alarm',
    message: '',
    boat: '',
    raisedAt: '',
    repeat: 0,
    test: true,
  } as const
  const filled = filledTemplate(template, { event: 'alarm', text: '', call })
  const [unknown] = /\{\{\w+\}\}/.exec(filled) ?? []
  if (unknown !== undefined)
    throw new MarineDataError('invalid-settings', `"webhookBody" has the unknown placeholder ${unknown}`)
  try {
    JSON.parse(filled)
  } catch (error) {
    throw new MarineDataError('invalid-settings', `"webhookBody" is not JSON: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Sends JSON made from a template. @throws MarineDataError `invalid-settings` */
export const webhookMessenger = (
  url: string,
  { template, authorization }: { readonly template: string; readonly authorization: string | undefined },
): Messenger => {
  checkTemplate(template)
  const headers = {
    'content-type': 'application/json',
    ...(authorization !== undefined && { authorization }),
  }
  return {
    id: 'outgoing-alerts.webhook',
    label: 'Webhook',
    // Not the whole address: it may contain a secret.
    send: async (message, signal) => [
      await post(new URL(url).host, { url, headers, body: filledTemplate(template, message), signal }),
    ],
  }
}
