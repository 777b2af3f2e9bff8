import { selfContext } from '@marinedata/model'
import type { Boat } from '@marinedata/plugin-api'
import { backOffMs, type Tariff } from '@marinedata/uplink-protocol'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../clock.ts'
import { webSocketDial, type FleetAddress } from '../link/web-socket-link.ts'
import { BoatValues } from '../sending/boat-values.ts'
import { bytesPerMegabyte, type Settings } from '../settings.ts'
import { InterfaceTariffs } from '../tariffs.ts'
import type { UplinkReport } from '../uplink-options.ts'
import { Uplink } from '../uplink.ts'
import { Usage } from '../usage.ts'
import { joinFleet, leaveFleet } from './fleet-requests.ts'
import { MembershipFile, newMembership, privateKeyOf, type Membership } from './membership.ts'
import { statusOf } from './status.ts'

/** State of the fleet for the skipper. */
export interface FleetReport {
  /** Name of the fleet; absent while the boat belongs to no fleet. */
  readonly fleet?: string
  readonly phase: 'none' | Membership['phase']
  readonly connection?: UplinkReport
  /** Bytes of today (UTC). */
  readonly usage: { readonly bytes: Readonly<Record<Tariff, number>>; readonly budget?: number }
}

type MemberBoat = Pick<Boat, 'self' | 'status' | 'log' | 'storage' | 'subscribe' | 'recordedLog'>

/** Saved membership, which outlives the process. */
export interface SavedMember {
  /** Undefined if the disk could not be written when the plugin started. */
  readonly folder: string | undefined
  readonly usage: unknown
}

const version = '0.1.0'
const saveEveryMs = 60_000
/** For the boat's name, which comes with the first values. */
const firstValuesMs = 1_000

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Ends early when the plugin stops. */
const pause = async (ms: number, signal: AbortSignal): Promise<void> =>
  await sleep(ms, undefined, { signal }).catch(() => undefined)

/** The boat as a member of a fleet: joins, keeps the connection, leaves. */
export class FleetMember {
  readonly #boat: MemberBoat
  readonly #settings: Settings
  readonly #file: MembershipFile
  readonly #usage: Usage
  readonly #values = new BoatValues((isUrgent) => this.#uplink?.notified(isUrgent))
  #uplink: Uplink | undefined
  #ending = new AbortController()
  #isSubscribed = false
  #work: Promise<void> = Promise.resolve()
  #savedAt = 0

  constructor(boat: MemberBoat, settings: Settings, saved: SavedMember) {
    this.#boat = boat
    this.#settings = settings
    this.#file = new MembershipFile(saved.folder)
    const { budget } = settings
    const budgetBytes = budget === undefined ? undefined : budget * bytesPerMegabyte
    this.#usage = new Usage(systemClock, budgetBytes, saved.usage)
  }

  get report(): FleetReport {
    const { current } = this.#file
    const { budgetBytes: budget } = this.#usage
    return {
      phase: current?.phase ?? 'none',
      ...(current !== undefined && { fleet: current.name === '' ? current.host : current.name }),
      ...(this.#uplink && { connection: this.#uplink.report }),
      usage: { bytes: this.#usage.today.bytes, ...(budget !== undefined && { budget }) },
    }
  }

  start(): void {
    this.#begin(() => this.#run())
  }

  async stop(): Promise<void> {
    await this.#end()
    await this.#saveUsage()
  }

  /** Leaves the fleet. When the fleet does not answer, that is tried again until it does. */
  async leave(): Promise<{ readonly left: boolean }> {
    this.#file.requireFolder()
    const { current } = this.#file
    if (current === undefined) return { left: true }
    await this.#end()
    this.#ending = new AbortController()
    this.#file.save({ ...current, phase: 'leaving' })
    const left = await this.#tryToLeave(current).catch(() => false)
    this.#begin(() => this.#run())
    return { left }
  }

  #begin(work: () => Promise<void>): void {
    const ending = new AbortController()
    this.#ending = ending
    this.#work = work().catch((error: unknown) => {
      if (ending.signal.aborted) return
      this.#boat.log.error(messageOf(error))
      this.#boat.status('error', messageOf(error))
    })
  }

  async #end(): Promise<void> {
    this.#ending.abort()
    this.#uplink?.[Symbol.dispose]()
    this.#uplink = undefined
    await this.#work
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending
    this.#file.requireFolder()
    await this.#leaveOther(signal)
    const joined = signal.aborted ? undefined : (this.#file.current ?? this.#joining())
    if (joined === undefined) return
    await this.#subscribe(signal)
    if (joined.phase === 'joining')
      await this.#repeat(signal, () => this.#tryToJoin(joined), `Joining ${joined.host}`)
    const { current } = this.#file
    if (!signal.aborted && current?.phase === 'joined') await this.#connect(current)
  }

  /** The boat belongs to one fleet at most. */
  async #leaveOther(signal: AbortSignal): Promise<void> {
    const { current } = this.#file
    if (current === undefined) return
    if (current.phase === 'leaving' || current.address !== this.#settings.fleet)
      await this.#repeat(signal, () => this.#tryToLeave(current), `Leaving ${current.host}`)
  }

  #joining(): Membership | undefined {
    const { code, fleet: address } = this.#settings
    if (address === undefined) {
      this.#boat.status('ok', 'The boat belongs to no fleet. Set its address and a code to join one')
      return undefined
    }
    const { host = new URL(address).hostname } = this.#settings
    if (code === undefined || this.#file.isUsed(code)) {
      this.#boat.status('warning', `To join ${host}, enter a new code of this fleet`)
      return undefined
    }
    const vessel = this.#boat.self.replace(/^vessels\./, '')
    const membership = newMembership({ address, host, vessel }, code)
    // Saved before the fleet knows the key: a lost answer must not leave the fleet with a key that the boat does not have.
    this.#file.save(membership)
    return membership
  }

  /** Repeats until it is done, or the plugin stops. */
  async #repeat(signal: AbortSignal, work: () => Promise<boolean>, what: string): Promise<void> {
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        if (await work()) return
      } catch (error) {
        this.#boat.status('warning', `${what}: ${messageOf(error)}. It is tried again`)
      }
      await pause(1_000 + backOffMs(failures, Math.random()), signal)
    }
  }

  async #tryToJoin(membership: Membership): Promise<boolean> {
    const { code = '' } = this.#settings
    const name = this.#values.value('name')
    const answer = await joinFleet(await this.#asking(membership), membership, {
      code,
      name: typeof name === 'string' ? name.slice(0, 64) : '',
    })
    if (answer.isDone) this.#file.save({ ...membership, phase: 'joined', name: answer.answer })
    else {
      this.#file.forget()
      this.#boat.status('error', `${membership.host} refuses the code: ${answer.detail}`)
    }
    return true
  }

  async #tryToLeave(membership: Membership): Promise<boolean> {
    const answer = await leaveFleet(await this.#asking(membership), membership)
    if (!answer.isDone) this.#boat.log.warn(`The fleet did not know the boat: ${answer.detail}`)
    this.#file.forget()
    return true
  }

  async #asking(membership: Membership): Promise<Parameters<typeof joinFleet>[0]> {
    return { fleet: await this.#addressOf(membership), signal: this.#ending.signal }
  }

  async #addressOf({ address, host }: Membership): Promise<FleetAddress> {
    const { certificate } = this.#settings
    const authority = certificate === undefined ? undefined : await readFile(certificate, 'utf8')
    return { address, host, authority }
  }

  async #subscribe(signal: AbortSignal): Promise<void> {
    if (this.#isSubscribed) return
    this.#isSubscribed = true
    const values = { path: '*', policy: 'ideal', minPeriod: 1_000 } as const
    const notifications = { path: 'notifications.*', policy: 'instant' } as const
    await this.#boat.subscribe({ context: selfContext, subscribe: [values, notifications] }, (delta) =>
      this.#values.record(delta),
    )
    await pause(firstValuesMs, signal)
  }

  async #connect(membership: Membership): Promise<void> {
    const { tariff, interfaces = [], console: consolePort } = this.#settings
    const fleet = await this.#addressOf(membership)
    const uplink = new Uplink({
      vessel: membership.vessel,
      key: privateKeyOf(membership),
      host: fleet.host,
      version,
      dial: webSocketDial(fleet),
      ...(consolePort !== undefined && { consolePort }),
      log: this.#boat.recordedLog,
      values: this.#values,
      tariffs: new InterfaceTariffs(tariff, interfaces),
      usage: this.#usage,
      clock: systemClock,
      random: Math.random,
      warn: (message) => this.#boat.log.warn(message),
      changed: (connection) => this.#showStatus(connection),
    })
    this.#uplink = uplink
    uplink.start()
  }

  #showStatus(connection: UplinkReport): void {
    this.#boat.status(...statusOf(this.report, connection))
    if (Math.abs(Date.now() - this.#savedAt) >= saveEveryMs)
      void this.#saveUsage().catch((error: unknown) => this.#boat.log.warn(messageOf(error)))
  }

  async #saveUsage(): Promise<void> {
    this.#savedAt = Date.now()
    await this.#boat.storage.set({ usage: this.#usage.today })
  }
}
