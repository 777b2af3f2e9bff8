import { ReconnectPauses } from '#reconnect-pauses.ts'
import { waitOrAbort } from '#wait.ts'
import type { Link } from './link.ts'

export interface KeptLinkOptions {
  readonly open: () => Promise<Link>
  /** Called with each link that was opened. The result is disposed of before the link is closed. */
  readonly opened: (link: Link) => Disposable
  /** Called when it cannot be opened, or has ended. */
  readonly failed: (error: unknown) => void
}

/** Keeps a link open for sending: opens it again, after a pause, when it has ended. */
export class KeptLink implements AsyncDisposable {
  readonly #options: KeptLinkOptions
  readonly #stopping = new AbortController()
  readonly #done: Promise<void>

  constructor(options: KeptLinkOptions) {
    this.#options = options
    this.#done = this.#loop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await this.#done
  }

  async #loop(): Promise<void> {
    const { signal } = this.#stopping
    const pauses = new ReconnectPauses()
    while (!signal.aborted) {
      try {
        await using link = await this.#options.open()
        using _attached = this.#options.opened(link)
        pauses.reset()
        await waitOrAbort(AbortSignal.any([signal, link.gone]))
        link.gone.throwIfAborted()
      } catch (error) {
        this.#options.failed(error)
        await waitOrAbort(signal, pauses.next())
      }
    }
  }
}
