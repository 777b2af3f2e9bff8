import { broadcastAddress } from '#transport/frame.ts'
import type { Timer } from '#timer.ts'
import { networkPgns, requestFor } from './address-claim.ts'
import type { OwnPacket } from './node.ts'

/** The message with the product information of a device. */
export const productPgn = 126_996
const requestPriority = 6

/**
 * Questions are this far apart: answers about products are long. Each device is asked again soon for this many times, and
 * then rarely: of 20 frames with an answer, one is often lost on a bus that loses some. It is asked for its claim sooner and
 * longer, because nothing is sent to it before: some gateways lose everything in the first second.
 */
const asking = { everyMs: 250, tries: 3, claimTries: 12, againMs: 5_000, claimAgainMs: 500, rarelyMs: 30_000 }

/** State that decides whether a device is asked. */
export interface Asked {
  readonly isClaimed: boolean
  readonly product: object | undefined
  readonly lastHeardAt: number | undefined
  asked: number
  askedAt: number
}

export interface DeviceQuestionsOptions {
  readonly timer: Timer
  /** Sends a message; false when it was not sent. Absent where nothing can be sent. */
  readonly send: ((packet: OwnPacket) => boolean) | undefined
  /** Key: address. */
  readonly devices: ReadonlyMap<number, Asked>
}

/** Asks one device after the other what it is, until each has answered, or is silent and was asked often enough. */
export class DeviceQuestions implements Disposable {
  readonly #options: DeviceQuestionsOptions
  #next: Disposable | undefined

  constructor(options: DeviceQuestionsOptions) {
    this.#options = options
  }

  /** Asks all devices for their names, where sending is possible. */
  begin(): void {
    this.#request(networkPgns.claim, broadcastAddress)
    this.askSoon()
  }

  askSoon(): void {
    const { send, timer } = this.#options
    if (send === undefined || this.#next !== undefined) return
    this.#next = timer.after(asking.everyMs, () => {
      this.#next = undefined
      if (this.#askNext()) this.askSoon()
    })
  }

  /** Stops asking until `begin` or `askSoon`. */
  stop(): void {
    this.#next?.[Symbol.dispose]()
    this.#next = undefined
  }

  [Symbol.dispose](): void {
    this.stop()
  }

  /** False when no device is left to be asked. Claims come first: without them nothing is published or sent. */
  #askNext(): boolean {
    const unknown = [...this.#options.devices].filter(([, device]) => isUnknown(device))
    const unclaimed = unknown.map(([, device]) => device).filter(({ isClaimed }) => !isClaimed)
    if (unclaimed.some((device) => this.#isDue(device)))
      this.#ask(networkPgns.claim, broadcastAddress, unclaimed)
    else {
      const claimed = unknown.find(([, device]) => device.isClaimed && this.#isDue(device))
      if (claimed !== undefined) this.#ask(productPgn, claimed[0], [claimed[1]])
    }
    return unknown.length > 0
  }

  #isDue(device: Asked): boolean {
    return device.asked === 0 || this.#options.timer.now - device.askedAt >= askAgainMs(device)
  }

  #ask(pgn: number, destination: number, devices: readonly Asked[]): void {
    if (!this.#request(pgn, destination)) return
    for (const device of devices) {
      device.asked++
      device.askedAt = this.#options.timer.now
    }
  }

  #request(pgn: number, destination: number): boolean {
    const packet = {
      priority: requestPriority,
      pgn: networkPgns.request,
      destination,
      payload: requestFor(pgn),
    }
    return this.#options.send?.(packet) ?? false
  }
}

const askAgainMs = ({ asked, isClaimed }: Asked): number => {
  if (!isClaimed && asked < asking.tries) return asking.claimAgainMs
  return asked < (isClaimed ? asking.tries : asking.claimTries) ? asking.againMs : asking.rarelyMs
}

/**
 * A remembered device may be switched off: it is asked when it sends. The same applies to a device that was asked often enough.
 */
export const isUnknown = ({ product, isClaimed, asked, askedAt, lastHeardAt }: Asked): boolean =>
  (product === undefined || !isClaimed) &&
  lastHeardAt !== undefined &&
  (asked < asking.tries || lastHeardAt > askedAt)
