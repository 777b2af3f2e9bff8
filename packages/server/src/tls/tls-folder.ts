import { MarineDataError } from '@marinedata/model'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** The files of the folder with their permissions. Only the server's user may read the keys. */
const modes = {
  'ca.key': 0o600,
  'ca.pem': 0o644,
  'ca-former.pem': 0o644,
  'server.key': 0o600,
  'server.pem': 0o644,
} as const

export type TlsFile = keyof typeof modes

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** The folder of keys and certificates. Files are replaced atomically. */
export class TlsFolder {
  readonly #path: string

  /** @throws MarineDataError `storage-full` when the folder does not exist and cannot be created */
  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'tls')
    try {
      mkdirSync(this.#path, { recursive: true, mode: 0o700 })
    } catch (cause) {
      throw new MarineDataError('storage-full', `${this.#path} cannot be created`, { cause })
    }
  }

  /**
   * Undefined when the file does not exist.
   * @throws MarineDataError `invalid-settings` when it cannot be read
   */
  read(file: TlsFile): string | undefined {
    const path = join(this.#path, file)
    try {
      return readFileSync(path, 'utf8')
    } catch (cause) {
      if (codeOf(cause) === 'ENOENT') return undefined
      throw new MarineDataError('invalid-settings', `${path} cannot be read`, { cause })
    }
  }

  /**
   * Replaces a file. It is on disk when this returns.
   * @throws MarineDataError `storage-full`
   */
  write(file: TlsFile, text: string): void {
    const path = join(this.#path, file)
    try {
      this.#writeSynced(`${path}.new`, text, modes[file])
      renameSync(`${path}.new`, path)
      this.#syncFolder()
    } catch (cause) {
      throw new MarineDataError('storage-full', `${path} cannot be written (${codeOf(cause)})`, { cause })
    }
  }

  /** Removes a file, which may be missing. @throws MarineDataError `storage-full` */
  remove(file: TlsFile): void {
    const path = join(this.#path, file)
    try {
      rmSync(path, { force: true })
      this.#syncFolder()
    } catch (cause) {
      throw new MarineDataError('storage-full', `${path} cannot be removed (${codeOf(cause)})`, { cause })
    }
  }

  /** Renames damaged files, so that they can be examined later. */
  setAside(...files: readonly TlsFile[]): void {
    for (const path of files.map((file) => join(this.#path, file))) {
      try {
        renameSync(path, `${path}.damaged`)
      } catch (cause) {
        if (codeOf(cause) !== 'ENOENT')
          throw new MarineDataError('storage-full', `${path} cannot be renamed to ${path}.damaged`, { cause })
      }
    }
  }

  #writeSynced(path: string, text: string, mode: number): void {
    const file = openSync(path, 'w', mode)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  /** Syncs the folder: only then is a renamed file on disk. Windows cannot open folders and does not need it. */
  #syncFolder(): void {
    if (process.platform === 'win32') return
    const folder = openSync(this.#path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }
}
