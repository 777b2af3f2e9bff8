import type { Clock } from '@marinedata/core'
import type { PluginManifest } from '@marinedata/plugin-api/host'
import type { Logger } from 'pino'
import type { PluginStats } from './plugin-stats.ts'
import type { RunFault } from './plugin-lifecycle.ts'
import { isReliedOn } from './supervision/providers.ts'
import { quarantineReason } from './supervision/restart-policy.ts'

/** The alarm of a plugin is cleared after it has run for this long. */
const clearAfterMs = 10_000

interface PluginAlarmsOptions {
  readonly plugin: { readonly name: string; readonly manifest: PluginManifest | undefined }
  readonly stats: PluginStats
  readonly clock: Clock
  readonly log: Logger
  readonly alarm: (name: string, severity: 'normal' | 'warn' | 'alarm', message: string) => void
}

/** Counts and logs the faults of a plugin, and raises and clears its alarm. */
export class PluginAlarms {
  readonly #options: PluginAlarmsOptions
  #isAlarmed = false
  #clearTimer: Disposable | undefined
  #reason: string | null = null

  constructor(options: PluginAlarmsOptions) {
    this.#options = options
  }

  /** The reason of the last quarantine. */
  get reason(): string | null {
    return this.#reason
  }

  /** @param isRepeated the plugin has failed repeatedly and is restarted nevertheless */
  reportFault({ kind, message, isStarved = false }: RunFault, isRepeated: boolean): void {
    const { plugin, stats, log } = this.#options
    if (isStarved) this.#reportSlowStart(message)
    else {
      stats.recordFault(kind, message)
      stats.appendLog('error', `${kind}: ${message}`)
      log.error({ event: 'plugin.failed', kind, fault: message }, 'plugin failed')
    }
    if (isRepeated)
      this.#alarm(
        this.#worst,
        `Plugin "${plugin.name}" keeps failing and is being restarted: ${firstLine(message)}`,
      )
    else if (!isStarved) this.#alarm('warn', `Plugin "${plugin.name}" failed (${kind})`)
  }

  /** How severe it is that the plugin does not run. An alarm fills every screen. */
  get #worst(): 'warn' | 'alarm' {
    return isReliedOn(this.#options.plugin.manifest) ? 'alarm' : 'warn'
  }

  /** Quarantines the plugin: it stays stopped until a person restarts the plugin or the server. */
  quarantine(message: string, hasFailedOften: boolean): void {
    const { plugin, stats, log } = this.#options
    this.#reason = hasFailedOften ? `${quarantineReason}; last fault: ${message}` : message
    stats.appendLog('error', `stopped: ${this.#reason}`)
    log.error({ event: 'plugin.quarantined', fault: this.#reason }, 'plugin quarantined')
    const what = hasFailedOften ? 'is stopped after repeated failures' : 'cannot start'
    const why = hasFailedOften ? firstLine(this.#reason) : inOneLine(message)
    this.#alarm(this.#worst, `Plugin "${plugin.name}" ${what}: ${why}`)
  }

  /** Warns the crew about the plugin without counting a fault. */
  warn(message: string): void {
    this.#alarm('warn', message)
  }

  /** Clears the alarm once the plugin, which runs now, has run for a while. */
  clearLater(): void {
    this.#clearTimer = this.#options.clock.after(clearAfterMs, () => this.clear())
  }

  /** The plugin has ended: the alarm stays. */
  cancelClear(): void {
    this.#clearTimer?.[Symbol.dispose]()
  }

  /** Clears the alarm: a person has acted, or the plugin runs again. */
  clear(): void {
    if (this.#isAlarmed) this.#options.alarm(this.#options.plugin.name, 'normal', '')
    this.#isAlarmed = false
  }

  /** A start that timed out for lack of processor time is not counted as a fault of the plugin. */
  #reportSlowStart(message: string): void {
    const { stats, log } = this.#options
    stats.appendLog('warn', `${message}: the machine is too busy; retrying`)
    log.warn({ event: 'plugin.start_starved', fault: message }, 'plugin start timed out on a busy machine')
  }

  #alarm(severity: 'warn' | 'alarm', message: string): void {
    this.#isAlarmed = true
    this.#options.alarm(this.#options.plugin.name, severity, message)
  }
}

const maxShown = 200

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
const inOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').slice(0, maxShown)
