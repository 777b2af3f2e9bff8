import { CommandSequence, type Command } from './command-sequence.ts'
import type { Opening, OpeningOptions } from './opening.ts'

const utf8 = new TextEncoder()
const refused = 'NAK,'

const bytesOf = (command: string): Uint8Array => utf8.encode(`$PDGY,${command}\r\n`)

/** A command that the gateway acknowledges by name. */
const acknowledged = (command: string): Command<string> => {
  const [name = ''] = command.split(',')
  return {
    bytes: bytesOf(command),
    takes: (text) =>
      text.startsWith(refused) ? `it refused ${name}: ${text}` : text.startsWith(`ACK,${name}`),
  }
}

/** The gateway answers with its name. If it is not on the bus it refuses, which also means offline. */
const offline: Command<string> = {
  bytes: bytesOf('N2NET_OFFLINE'),
  takes: (text) => text.startsWith('TEXT,') || text.startsWith(refused),
}

const online: Command<string> = {
  bytes: bytesOf('N2NET_INIT,ALL'),
  takes: (text) => {
    // It has its power from the bus, and is on the bus since before we were.
    if (text.startsWith(refused))
      return text.includes('ALREADY_INITIALISED') || `it refused N2NET_INIT: ${text}`
    return text.startsWith('ACK,N2NET_INIT')
  },
}

/** Stops the NMEA 0183 that a NavLink2 also sends. Other gateways refuse the command. */
const onlyMessages: Command<string> = {
  bytes: bytesOf('N2NET_MODE,15'),
  takes: (text) => text.startsWith('ACK,N2NET_MODE') || text.startsWith(refused),
}

/** `000000,<load>,<errors>,<devices>,<uptime>,<address>,<rejected>`, once a second. */
const status = /^000000,[^,]*,[^,]*,[^,]*,[^,]*,(\d{1,3}),/

/** Puts an iKonvert or NavLink2 onto the bus: command by command, because it loses a command that comes too early. */
export class IkonvertOpening implements Opening {
  readonly #sequence: CommandSequence<string>
  readonly #transmits: readonly number[]
  #address: number | undefined

  constructor({ timer, write, transmits, onReady, onFailed }: OpeningOptions) {
    this.#transmits = transmits
    this.#sequence = new CommandSequence({ timer, write, onDone: onReady, onFailed })
  }

  get address(): number | undefined {
    return this.#address
  }

  start(): void {
    const list = this.#transmits.length === 0 ? [] : [acknowledged(`TX_LIST,${this.#transmits.join(',')}`)]
    this.#sequence.run([offline, onlyMessages, ...list, online])
  }

  takeText(text: string): void {
    const [, address] = status.exec(text) ?? []
    if (address === undefined) this.#sequence.take(text)
    else this.#address = Number(address)
  }

  transmits(pgn: number): boolean {
    return this.#transmits.includes(pgn)
  }

  [Symbol.dispose](): void {
    this.#sequence[Symbol.dispose]()
  }
}
