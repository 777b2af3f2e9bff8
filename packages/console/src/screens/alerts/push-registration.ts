import { signal, type ReadonlySignal } from '@preact/signals'
import { type Boat, errorText } from '#boat/boat.ts'

/** `unavailable`: the browser offers no pushes, usually because the connection is not encrypted. */
export type PushState = 'unknown' | 'unavailable' | 'denied' | 'off' | 'on'

const storageKey = 'push-device'
const idBytes = 12

const ownId = (): string => {
  const known = localStorage.getItem(storageKey)
  if (known !== null) return known
  const bytes = crypto.getRandomValues(new Uint8Array(idBytes))
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(storageKey, id)
  return id
}

const isAvailable = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis

/** Pushes of alarms to this browser: turned on and off by its user. */
export class PushRegistration {
  readonly #client: Boat['client']
  /** The name of this device. */
  readonly #name: () => string
  readonly #state = signal<PushState>('unknown')
  readonly #problem = signal<string | undefined>(undefined)

  readonly state: ReadonlySignal<PushState> = this.#state
  readonly problem: ReadonlySignal<string | undefined> = this.#problem

  constructor(client: Boat['client'], name: () => string) {
    this.#client = client
    this.#name = name
    void this.#read()
  }

  async turnOn(): Promise<void> {
    await this.#attempt(async () => {
      if ((await Notification.requestPermission()) !== 'granted') return this.#setState('denied')
      const { key } = await this.#client.call('GET notifications/push')
      const { pushManager } = await navigator.serviceWorker.ready
      const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
      const { endpoint = '', keys = {} } = subscription.toJSON()
      const { p256dh = '', auth = '' } = keys
      const body = { name: this.#name(), endpoint, keys: { p256dh, auth } }
      await this.#client.call('PUT notifications/push/{id}', { params: { id: ownId() }, body })
      this.#setState('on')
    })
  }

  async turnOff(): Promise<void> {
    await this.#attempt(async () => {
      await this.#client.call('DELETE notifications/push/{id}', { params: { id: ownId() } })
      const { pushManager } = await navigator.serviceWorker.ready
      await (await pushManager.getSubscription())?.unsubscribe()
      this.#setState('off')
    })
  }

  /** On only if both the browser and the boat say so. */
  async #read(): Promise<void> {
    if (!isAvailable()) return this.#setState('unavailable')
    if (Notification.permission === 'denied') return this.#setState('denied')
    await this.#attempt(async () => {
      const { devices } = await this.#client.call('GET notifications/push')
      const registration = await navigator.serviceWorker.getRegistration()
      const subscription = await registration?.pushManager.getSubscription()
      const isRegistered = devices.some(({ id }) => id === ownId())
      this.#setState(isRegistered && subscription ? 'on' : 'off')
    })
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.#problem.value = undefined
    try {
      await work()
    } catch (error) {
      this.#problem.value = errorText(error)
    }
  }

  #setState(state: PushState): void {
    this.#state.value = state
  }
}
