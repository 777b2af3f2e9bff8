import type { AuditLog } from '#store/audit-log.ts'
import type { RefusedHello } from './boat-session.ts'

const windowMs = 1_000
const mostPerWindow = 50

/** Audits refused hellos. Beyond 50 a second it logs only their number, so that the audit cannot be flooded. */
export class RefusalAudit {
  readonly #audit: Pick<AuditLog, 'record'>
  readonly #failed: (error: unknown) => void
  #noted = 0
  #more = 0
  #isCounting = false

  constructor(audit: Pick<AuditLog, 'record'>, failed: (error: unknown) => void) {
    this.#audit = audit
    this.#failed = failed
  }

  note({ vessel, code, address }: RefusedHello): void {
    if (!this.#isCounting) setTimeout(() => this.#end(), windowMs).unref()
    this.#isCounting = true
    if (this.#noted >= mostPerWindow) {
      this.#more++
      return
    }
    this.#noted++
    this.#record({ actor: address, subject: vessel, details: { code } })
  }

  #end(): void {
    this.#isCounting = false
    if (this.#more > 0) this.#record({ actor: 'gateway', subject: 'many', details: { count: this.#more } })
    this.#noted = 0
    this.#more = 0
  }

  #record(entry: { actor: string; subject: string; details: Record<string, unknown> }): void {
    this.#audit.record({ tenant: '', operation: 'hello-refused', ...entry }).catch(this.#failed)
  }
}
