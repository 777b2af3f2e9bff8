import { BackupQuery, backupParts, MarineDataError, Type } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { backupName, backupStreams } from '#backup/backup-file.ts'
import { BackupWriter, requireSpace } from '#backup/write-backup.ts'
import type { Base, Feature } from '#compose/feature.ts'
import { actorOf } from '#gate.ts'
import { route } from '#http/route.ts'
import { serverVersion } from '#settings/server-version.ts'

/** Nothing is sent while a large database is being copied. */
const inactivityMs = 600_000

/** Makes one backup at a time. */
class BackupDownloads {
  readonly #base: Base
  #isRunning = false

  constructor(base: Base) {
    this.#base = base
  }

  /** @throws MarineDataError `too-many-requests`, `storage-full` */
  async open({ without }: BackupQuery): Promise<Readable> {
    const { folder, log } = this.#base
    if (this.#isRunning)
      throw new MarineDataError('too-many-requests', 'Another backup is being made. Wait for it.')
    this.#isRunning = true
    try {
      const parts = backupParts.filter((part) => without?.split(',').includes(part))
      const options = { folder, staging: join(folder, '.backup'), without: parts, program: serverVersion }
      const writer = await BackupWriter.open(options)
      await requireSpace(folder, writer.stagingBytes)
      const [bytes, compressed] = backupStreams(writer)
      void pipeline(bytes, compressed)
        .catch((error: unknown) => log.warn({ event: 'backup.failed', err: error }, 'backup not completed'))
        .finally(() => (this.#isRunning = false))
      return compressed
    } catch (error) {
      this.#isRunning = false
      throw error
    }
  }
}

const sendBackup = (reply: FastifyReply, name: string | undefined): void => {
  reply.header('content-disposition', `attachment; filename="${backupName(name, new Date())}"`)
  reply.header('cache-control', 'no-store')
  reply.type('application/gzip')
}

/** Backups of the data folder, for owners. */
export const backupFeature = (base: Base): Feature => {
  const { core, store, settings, api } = base
  const downloads = new BackupDownloads(base)
  const event = { kind: 'server', operation: 'backup-downloaded', subject: 'storage' } as const
  return {
    routes: [
      route({
        method: 'GET',
        path: `${api}/backup`,
        scope: 'admin',
        operationId: 'getBackup',
        summary: 'A backup of the data folder with all its keys; over https or on the boat’s own computer',
        query: BackupQuery,
        responses: {
          200: {
            description: 'The backup, as the command `restore` reads it',
            contentType: 'application/gzip',
            schema: Type.String({ format: 'binary' }),
          },
        },
        problems: ['invalid-query', 'tls-required', 'too-many-requests', 'storage-full'],
        handle: async (request, reply) => {
          if (!request.visitor.isGuarded)
            throw new MarineDataError(
              'tls-required',
              'This connection is not encrypted, and a backup contains keys. Open the https address of the boat.',
            )
          sendBackup(reply, store.boat.load()?.details.name ?? settings.name)
          if (reply.request.method === 'HEAD') return await reply.send()
          const backup = await downloads.open(request.query)
          store.audit.recordEvent({ ...event, actor: actorOf(request) }, core.clock.timestamp())
          reply.raw.socket?.setTimeout(inactivityMs)
          return await reply.send(backup)
        },
      }),
    ],
  }
}
