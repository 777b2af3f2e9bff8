import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The code that makes the first owner, in a file that only the user of the server can read: for whoever missed what was printed. */
export class ClaimNote implements Disposable {
  readonly #file: string

  /** Without a code there is no file. */
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
