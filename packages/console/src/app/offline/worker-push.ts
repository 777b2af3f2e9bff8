import type { PushMessage } from '@marinedata/model'

/** The part of `ServiceWorkerRegistration` that shows notifications. */
interface Notifier {
  showNotification(title: string, options: object): Promise<void>
}

interface Window {
  readonly url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}

export interface WindowList {
  matchAll(options: { readonly type: 'window' }): Promise<readonly Window[]>
  openWindow(url: string): Promise<unknown>
}

/** Pulses and pauses in milliseconds. */
const vibrations = {
  alarm: [400, 200, 400, 200, 400, 800, 400, 200, 400, 200, 400],
  emergency: [1_000, 200, 1_000, 200, 1_000, 200, 1_000],
} as const

/** The options of the notification for a push. The end of a call replaces its notification without a sound. */
export const notificationOptions = ({ kind, call, body, state }: PushMessage): object => ({
  body,
  tag: call,
  data: { call },
  ...(kind === 'call'
    ? { renotify: true, requireInteraction: true, silent: false, vibrate: vibrations[state] }
    : { renotify: false, requireInteraction: false, silent: true }),
})

/** Shows a push. Then confirms it to the boat, which may be out of range: the notification counts, not the receipt. */
export const showPush = async (
  message: PushMessage,
  { registration, request }: { readonly registration: Notifier; readonly request: typeof fetch },
): Promise<void> => {
  await registration.showNotification(message.title, notificationOptions(message))
  if (message.kind !== 'call') return
  await request(message.receipt, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ call: message.call }),
  }).catch(() => undefined)
}

/** Opens the alerts in an open console, or in a new one. */
export const openAlerts = async (windows: WindowList, address: string): Promise<void> => {
  const [open] = await windows.matchAll({ type: 'window' })
  if (open === undefined) return void (await windows.openWindow(address))
  await open.focus()
  await open.navigate(address)
}
