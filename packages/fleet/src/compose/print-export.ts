import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportBoat } from '#reader/boat-export.ts'
import { ShardReader } from '#reader/shard-reader.ts'
import { readSettings } from '#settings.ts'
import { tokenOf } from '#subjects.ts'
import type { TenantRegistry } from '#tenants/tenant-registry.ts'

export interface ExportCommand {
  readonly tenant: string
  readonly vessel: string
  /** The file of the settings. */
  readonly settings: string
  readonly actor: string
}

/**
 * Prints what is stored of a boat that is or was of a tenant, on the machine that has the files of the writer.
 * @throws MarineDataError `not-found`
 */
export const printExport = async (
  registry: TenantRegistry,
  { tenant, vessel, settings, actor }: ExportCommand,
): Promise<void> => {
  const ownerships = await registry.ownerships(tenant, vessel)
  await registry.audit.record({ tenant, operation: 'boat-export', actor, subject: vessel })
  using shards = new ShardReader(join(readSettings(settings).folder, 'shards'))
  const lines = exportBoat(shards, tokenOf(vessel) ?? '', ownerships)
  await pipeline(Readable.from(linesOf(lines)), process.stdout, { end: false })
}

function* linesOf(lines: Iterable<object>): Generator<string> {
  for (const line of lines) yield `${JSON.stringify(line)}\n`
}
