import { nameBytesOf, networkPgns, nullAddress, type NameText } from '@marinedata/nmea2000'
import { setTimeout as sleep } from 'node:timers/promises'
import { askingTopic, followedName, type UserNews } from './bus-user.ts'
import { UsedBus, waitFor } from './used-bus.ts'

/** Of a device that takes every address that the followed one leaves. */
const followerName = 'c0788c00e7e04313'
/** Addresses that no simulated device has. */
const addresses = { first: 150, count: 90 }
const numbersFrom = 1_000
/** A user may send 50 messages a second: this is less. */
const paceMs = 22
/** A message that is not on the bus after this time has probably been refused. */
const askAfterMs = 500

export interface NameMovedFigures {
  readonly sends: number
  /** Messages to an address that the device did not have any more, or never had. */
  readonly wrong: number
  /** Messages that reached the bus more than once. */
  readonly twice: number
  /** Messages that did not reach the bus, by the answer that the user got, such as one past its deadline. */
  readonly refused: Readonly<Record<string, number>>
  /** Messages that neither reached the bus nor were answered. */
  readonly lost: number
  /** Messages to the device while it was gone, how many of them were answered so, and the longest time until then. */
  readonly gone: number
  readonly notFound: number
  readonly notFoundWorstMs: number
  /** Messages on the bus to the device that was gone. */
  readonly goneSent: number
}

/** A device that moves from address to address, and lets the user send to it. */
class MovingDevice {
  readonly #used: UsedBus
  #address = addresses.first
  /** The address that it had before. */
  #left = addresses.first

  constructor(used: UsedBus) {
    this.#used = used
  }

  /** Claims another address; another device claims the old one. Returns the new one. */
  move(): number {
    const left = this.#address
    do this.#address = addresses.first + Math.floor(Math.random() * addresses.count)
    // For an address that another device has, messages are refused until that device can no longer object.
    while (this.#address === left || this.#address === this.#left)
    this.#left = left
    this.#claim(followedName, this.#address)
    this.#claim(followerName, left)
    return this.#address
  }

  /** Leaves the bus. */
  leave(): void {
    this.#claim(followedName, nullAddress)
  }

  /** Lets the user send. The message passes the same way as the claims, so that the plugin knows of them. */
  ask(number: number): void {
    const data = new Uint8Array(8)
    new DataView(data.buffer).setUint32(0, number)
    this.#send(Number(askingTopic), addresses.first - 1, data)
  }

  #claim(name: string, source: number): void {
    // Both are written as names.
    this.#send(networkPgns.claim, source, nameBytesOf(name as NameText))
  }

  #send(pgn: number, source: number, data: Uint8Array): void {
    this.#used.harbour.bus.send({ priority: 3, pgn, source, destination: 255, data })
  }
}

/** Lets a plugin send to a device that changes its address before every message, and to one that is gone. */
export const followName = async (sends: number, gone: number): Promise<NameMovedFigures> => {
  await using used = await UsedBus.start()
  const device = new MovingDevice(used)
  const rightAddress = new Map<number, number>()
  const refused: Record<string, number> = {}
  used.sent.length = 0
  for (let number = numbersFrom; number < numbersFrom + sends; number++) {
    rightAddress.set(number, device.move())
    device.ask(number)
    const [answer] = await Promise.all([outcomeOf(used, number), sleep(paceMs + Math.random() * 10)])
    if (answer !== undefined) refused[answer] = (refused[answer] ?? 0) + 1
  }
  const arrived = used.sent.splice(0)
  const wrong = arrived.filter(({ number, destination }) => rightAddress.get(number) !== destination).length
  const once = new Set(arrived.map(({ number }) => number)).size
  const lost = sends - once - Object.values(refused).reduce((sum, count) => sum + count, 0)
  await used.news()
  const toNobody = await sendToNobody(used, device, gone)
  return { sends, wrong, twice: arrived.length - once, refused, lost, gone, ...toNobody }
}

/** Waits until a message is on the bus, or for the answer that says why it is not. */
const outcomeOf = async (used: UsedBus, number: number): Promise<string | undefined> => {
  const askFrom = performance.now() + askAfterMs
  return await waitFor(`message ${number}`, async () => {
    if (used.sent.at(-1)?.number === number) return { answer: undefined }
    if (performance.now() < askFrom) return undefined
    const { outcomes } = await used.news()
    const refusals = Object.entries(outcomes).filter(([answer]) => answer !== 'written')
    const answer = refusals.find(([, numbers]) => numbers.includes(number))?.[0]
    return answer === undefined ? undefined : { answer }
  }).then(({ answer }) => answer)
}

/** Waits for the answer to a message. An earlier message may be answered after it has reached the bus. */
const answerTo = async (used: UsedBus, number: number): Promise<UserNews> =>
  await waitFor(`an answer to message ${number}`, async () => {
    const news = await used.news()
    return Object.values(news.outcomes).some((numbers) => numbers.includes(number)) ? news : undefined
  })

const sendToNobody = async (used: UsedBus, device: MovingDevice, times: number) => {
  let [notFound, notFoundWorstMs] = [0, 0]
  for (let time = 0; time < times; time++) {
    device.leave()
    device.ask(time)
    const news = await answerTo(used, time)
    notFound += news.outcomes['device-not-found']?.length ?? 0
    notFoundWorstMs = Math.max(notFoundWorstMs, news.worstMs['device-not-found'] ?? 0)
    device.move()
    await sleep(paceMs)
  }
  return { notFound, goneSent: used.sent.length, notFoundWorstMs: Math.round(notFoundWorstMs) }
}
