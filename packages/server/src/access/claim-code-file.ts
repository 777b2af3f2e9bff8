import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the claim code to a file that only the server's user can read, in case the printed code was missed. */
export class ClaimCodeFile implements Disposable {
  readonly #file: string

  /** Removes the file of an earlier start. Writes no file without a code. */
  constructor(folder: string, code: string | undefined) {
    this.#file = join(folder, 'claim-code')
    this.remove()
    if (code !== undefined) this.#write(code)
  }

  remove(): void {
    try {
      rmSync(this.#file, { recursive: true, force: true })
    } catch {
      // On a read-only disk the code of an earlier start stays, but is invalid.
    }
  }

  #write(code: string): void {
    try {
      writeFileSync(this.#file, `${code}\n`, { mode: 0o600 })
    } catch {
      // On a full or read-only disk only the printed code remains.
    }
  }

  [Symbol.dispose](): void {
    this.remove()
  }
}
