import { StringDecoder } from 'node:string_decoder'

const longest = 4_096

/** Cuts a stream of bytes into lines of bounded length. */
export class LineSplitter {
  readonly #tell: (line: string) => void
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''

  constructor(tell: (line: string) => void) {
    this.#tell = tell
  }

  write(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n')
    this.#rest = (lines.pop() ?? '').slice(0, longest)
    for (const line of lines) this.#tellOf(line)
  }

  /** Tells what came without an end of line. */
  end(): void {
    this.#tellOf(this.#rest)
    this.#rest = ''
  }

  #tellOf(line: string): void {
    if (line.trim() !== '') this.#tell(line.slice(0, longest))
  }
}
