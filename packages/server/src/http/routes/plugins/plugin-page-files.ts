import { MarineDataError, pageLimits } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import { realpathSync } from 'node:fs'
import { filesIn, sendFile } from '#http/static-files.ts'

interface Listing {
  readonly folder: string
  readonly fileByPath: ReadonlyMap<string, string>
  readonly listedAt: number
}

const rescanMs = 1_000
const noFiles: ReadonlyMap<string, string> = new Map()

const listed = (folder: string): ReadonlyMap<string, string> => {
  try {
    // A plugin's own folder has no links in its path. One below it may lead anywhere.
    return realpathSync(folder) === folder ? new Map(filesIn(folder).slice(0, pageLimits.files)) : noFiles
  } catch {
    // The plugin has no such folder.
    return noFiles
  }
}

/** The files of the pages of plugins. Requested names are looked up in a listing and never used as paths of files. */
export class PluginPageFiles {
  readonly #now: () => number
  /** One listing for each plugin of the host. */
  readonly #listingByPlugin = new Map<string, Listing>()

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Sends a file, with its content type.
   * @param path from the folder of the pages, beginning with a slash
   * @throws MarineDataError `not-found`
   */
  async send(
    reply: FastifyReply,
    { plugin, folder }: { readonly plugin: string; readonly folder: string },
    path: string,
  ): Promise<FastifyReply> {
    const file = this.#filesOf(plugin, folder, path).get(path)
    if (file === undefined)
      throw new MarineDataError('not-found', `The pages of "${plugin}" have no file at ${path}`)
    return await sendFile(reply, file, pageLimits.fileBytes)
  }

  /** Lists the folder again when the path is not known, at most once a second: an update may have added it. */
  #filesOf(plugin: string, folder: string, path: string): ReadonlyMap<string, string> {
    const known = this.#listingByPlugin.get(plugin)
    const isCurrent = known?.folder === folder
    if (isCurrent && (known.fileByPath.has(path) || this.#now() - known.listedAt < rescanMs))
      return known.fileByPath
    const fileByPath = listed(folder)
    this.#listingByPlugin.set(plugin, { folder, fileByPath, listedAt: this.#now() })
    return fileByPath
  }
}
