import { checkOf, Type, type Static } from '@marinedata/model'
import {
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  StorageType,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'

const stream = 'AUDIT'
/** When it is full, the oldest entries go. */
const mostBytes = 1_073_741_824
const timeoutMs = 5_000

const AuditEntry = Type.Object({
  at: Type.String({ format: 'date-time' }),
  tenant: Type.String({ description: 'empty when it is not known' }),
  operation: Type.String(),
  /** A person, an operator on the command line, or a network address. */
  actor: Type.String(),
  /** The changed or attempted object: a vessel, a code, a token. */
  subject: Type.String(),
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
export type AuditEntry = Static<typeof AuditEntry>
const auditEntry = checkOf<AuditEntry>(AuditEntry)

/** Records who did what, and when, in a stream whose entries cannot be deleted singly. */
export class AuditLog {
  readonly #client: JetStreamClient
  readonly #manager: JetStreamManager

  private constructor(connection: NatsConnection, manager: JetStreamManager) {
    this.#client = jetstream(connection)
    this.#manager = manager
  }

  static async open(connection: NatsConnection): Promise<AuditLog> {
    return new AuditLog(
      connection,
      await jetstreamManager(connection, { checkAPI: false, timeout: timeoutMs }),
    )
  }

  async create(replicas: number): Promise<void> {
    await this.#manager.streams.add({
      name: stream,
      subjects: ['md.audit'],
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      num_replicas: replicas,
      max_bytes: mostBytes,
      deny_delete: true,
      deny_purge: true,
    })
  }

  /** @throws when it is not stored: what it describes must not happen then */
  async record(entry: Omit<AuditEntry, 'at'>): Promise<void> {
    const dated: AuditEntry = { at: new Date().toISOString(), ...entry }
    await this.#client.publish('md.audit', JSON.stringify(dated), { timeout: timeoutMs })
  }

  /** The entries of a tenant, or of all, oldest first. */
  async list(tenant?: string): Promise<AuditEntry[]> {
    const { state } = await this.#manager.streams.info(stream)
    if (state.messages === 0) return []
    const consumer = await this.#client.consumers.get(stream, { deliver_policy: DeliverPolicy.All })
    const messages = await consumer.consume({ max_messages: 500 })
    const entries: AuditEntry[] = []
    for await (const message of messages) {
      const entry: unknown = message.json()
      if (auditEntry.accepts(entry) && (tenant === undefined || entry.tenant === tenant)) entries.push(entry)
      if (message.seq >= state.last_seq) break
    }
    await messages.close()
    return entries
  }
}
