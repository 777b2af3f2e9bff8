import type { Logger } from 'pino'
import type { PluginLedger } from './plugin-ledger.ts'
import type { RunFault } from './plugin-life.ts'
import { quarantineReason } from './supervision/restart-policy.ts'

interface TroubleOptions {
  readonly name: () => string
  readonly ledger: PluginLedger
  readonly log: Logger
  readonly alarm: (name: string, severity: 'normal' | 'warn' | 'alarm', message: string) => void
}

/** What goes wrong with a plugin, as it is counted, logged and raised as an alarm. */
export class PluginTroubles {
  readonly #options: TroubleOptions
  #isAlarmed = false
  #reason: string | null = null

  constructor(options: TroubleOptions) {
    this.#options = options
  }

  /** Why it was not started again the last time that this happened. */
  get reason(): string | null {
    return this.#reason
  }

  /** @param isRepeated it has failed often, and is started again all the same */
  note({ kind, message, isStarved = false }: RunFault, isRepeated: boolean): void {
    const { name, ledger, log } = this.#options
    if (isStarved) this.#noteSlowStart(message)
    else {
      ledger.fail(kind, message)
      ledger.write('error', `${kind}: ${message}`)
      log.error({ event: 'plugin.failed', kind, fault: message }, 'plugin failed')
    }
    if (isRepeated)
      this.#alarm('alarm', `The plugin "${name()}" keeps failing and is restarted: ${firstLine(message)}`)
    else if (!isStarved) this.#alarm('warn', `The plugin "${name()}" failed (${kind})`)
  }

  /** It stays down until someone restarts it, or the server. */
  giveUp(message: string, hasFailedOften: boolean): void {
    const { name, ledger, log } = this.#options
    this.#reason = hasFailedOften ? `${quarantineReason}; the last time: ${message}` : message
    ledger.write('error', `stopped: ${this.#reason}`)
    log.error({ event: 'plugin.quarantined', fault: this.#reason }, 'plugin stopped')
    const what = hasFailedOften ? 'is stopped after repeated failures' : 'cannot start'
    const why = hasFailedOften ? firstLine(this.#reason) : inOneLine(message)
    this.#alarm('alarm', `The plugin "${name()}" ${what}: ${why}`)
  }

  /** Tells the crew something about it that is no fault. */
  warn(message: string): void {
    this.#alarm('warn', message)
  }

  /** Someone has looked after it, or it runs well again. */
  clear(): void {
    if (this.#isAlarmed) this.#options.alarm(this.#options.name(), 'normal', '')
    this.#isAlarmed = false
  }

  /** The machine did not let it run: that is no fault of the plugin. */
  #noteSlowStart(message: string): void {
    const { ledger, log } = this.#options
    ledger.write('warn', `${message}: the machine is too busy; it is started again`)
    log.warn({ event: 'plugin.start_starved', fault: message }, 'plugin start ran out of time')
  }

  #alarm(severity: 'warn' | 'alarm', message: string): void {
    this.#isAlarmed = true
    this.#options.alarm(this.#options.name(), severity, message)
  }
}

const mostShown = 200

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
const inOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').slice(0, mostShown)
