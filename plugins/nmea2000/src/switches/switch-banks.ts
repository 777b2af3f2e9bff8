import {
  readSwitchAcknowledgement,
  readSwitchBank,
  switchBankPgns,
  type Packet,
  type Timer,
} from '@marinedata/nmea2000'
import type { Boat } from '@marinedata/plugin-api'
import { requestStates, SwitchBank, type BankBus } from './switch-bank.ts'
import type { SwitchBankSetting } from './switch-settings.ts'

export interface SwitchBanksOptions {
  readonly boat: Boat
  readonly timer: Timer
  readonly banks: readonly SwitchBankSetting[]
}

/** The switch banks that the skipper has listed, on any bus. */
export class SwitchBanks implements AsyncDisposable {
  readonly #banks: readonly SwitchBank[]
  readonly #paths: ReadonlySet<string>

  constructor({ boat, timer, banks }: SwitchBanksOptions) {
    this.#banks = banks.map((setting) => new SwitchBank({ boat, timer, setting }))
    this.#paths = new Set(this.#banks.flatMap(({ paths }) => paths))
  }

  async register(): Promise<void> {
    for (const bank of this.#banks) await bank.register()
  }

  /** Whether the value of a path is published as that of a control. */
  has(path: string): boolean {
    return this.#paths.has(path)
  }

  /** The bus can be used. Banks send their states seldom: they are asked. */
  connected(bus: BankBus): void {
    if (this.#banks.length > 0) requestStates(bus)
  }

  lost(bus: BankBus): void {
    for (const bank of this.#banks) bank.lose(bus)
  }

  /** Takes a message of the bus. */
  handle(bus: BankBus, { pgn, payload, source: address }: Packet): void {
    if (this.#banks.length === 0) return
    if (pgn === switchBankPgns.status) {
      const status = readSwitchBank(payload)
      if (status === undefined) return
      this.#banks.find(({ instance }) => instance === status.instance)?.takeStatus(status, { bus, address })
    } else if (pgn === switchBankPgns.groupFunction) {
      const isAccepted = readSwitchAcknowledgement(payload)
      if (isAccepted === undefined) return
      for (const bank of this.#banks) bank.takeAcknowledgement(isAccepted, { bus, address })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#banks.map((bank) => bank[Symbol.asyncDispose]()))
  }
}
