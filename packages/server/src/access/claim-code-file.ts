import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the claim code to a file that only the server's user can read, in case the printed code was missed. */
export class ClaimCodeFile implements Disposable {
  readonly #file: string

  /** Removes the file of an earlier start. Writes none without a code. */
  constructor(folder: string, code: string | undefined) {
    this.#file = join(folder, 'claim-code')
    this.remove()
    if (code !== undefined) writeFileSync(this.#file, `${code}\n`, { mode: 0o600 })
  }

  remove(): void {
    rmSync(this.#file, { force: true })
  }

  [Symbol.dispose](): void {
    this.remove()
  }
}
