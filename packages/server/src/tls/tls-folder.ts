import { MarineDataError } from '@marinedata/model'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the folder. Keys are for the server's own eyes. */
const modes = { 'ca.key': 0o600, 'ca.pem': 0o644, 'server.key': 0o600, 'server.pem': 0o644 } as const

export type TlsFile = keyof typeof modes

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** The folder of keys and certificates: a file in it is there whole, or as it was before. */
export class TlsFolder {
  readonly #path: string

  /** @throws MarineDataError `storage-full` when it can neither be found nor made */
  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'tls')
    try {
      mkdirSync(this.#path, { recursive: true, mode: 0o700 })
    } catch (cause) {
      throw new MarineDataError('storage-full', `${this.#path} cannot be made`, { cause })
    }
  }

  /**
   * Undefined when there is no such file.
   * @throws MarineDataError `invalid-settings` when there is one that this user may not read
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
   * On disk when it returns.
   * @throws MarineDataError `storage-full`
   */
  write(file: TlsFile, text: string): void {
    const path = join(this.#path, file)
    try {
      this.#writeBeside(`${path}.new`, text, modes[file])
      renameSync(`${path}.new`, path)
      this.#settle()
    } catch (cause) {
      throw new MarineDataError('storage-full', `${path} cannot be written (${codeOf(cause)})`, { cause })
    }
  }

  /** Keeps files out of the way, for whoever wants to find out what became of them. */
  setAside(...files: readonly TlsFile[]): void {
    for (const path of files.map((file) => join(this.#path, file))) {
      try {
        renameSync(path, `${path}.damaged`)
      } catch (cause) {
        if (codeOf(cause) !== 'ENOENT')
          throw new MarineDataError('storage-full', `${path} cannot be put aside`, { cause })
      }
    }
  }

  #writeBeside(path: string, text: string, mode: number): void {
    const file = openSync(path, 'w', mode)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  /** A new name is on disk when its folder is. Windows knows no such thing, and opens no folders. */
  #settle(): void {
    if (process.platform === 'win32') return
    const folder = openSync(this.#path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }
}
