import type { ChartFileFormat, Problem } from '@marinedata/model'
import { signal, type ReadonlySignal } from '@preact/signals'
import { errorText, type Boat } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'

/** Larger than any wait on the server. */
const deadlineMs = 4 * 3_600_000
const created = 201

/** How a file is stored: the server accepts letters, digits, `-` and `_`. */
export interface StoredFile {
  readonly name: string
  readonly format: ChartFileFormat
}

/** The name of a chart on the server; undefined if the file is no chart by its name. */
export const storedFileOf = (fileName: string): StoredFile | undefined => {
  const [, bare = '', ending = ''] = /^(.+)\.(mbtiles|pmtiles)$/i.exec(fileName) ?? []
  const format = ending.toLowerCase()
  if (format !== 'mbtiles' && format !== 'pmtiles') return undefined
  const plain = bare.normalize('NFKD').replaceAll(/[^A-Za-z0-9_-]+/g, '-')
  const name = plain.replace(/^[-_]+/, '').slice(0, 64)
  return { name: name === '' ? 'chart' : name, format }
}

/** The server’s own text about a refused upload. */
const refusalIn = (text: string): string => {
  try {
    // Any JSON value may come from a proxy: a missing member is undefined.
    const { detail } = Object(JSON.parse(text)) as Partial<Problem>
    return detail ?? t('chart.uploadFailed')
  } catch {
    return t('chart.uploadFailed')
  }
}

/** Adds and deletes chart files of the server. */
export class ChartFiles implements Disposable {
  readonly #url: string
  readonly #client: Boat['client']
  readonly #onChange: () => void
  readonly #progress = signal<number | undefined>(undefined)
  readonly #problem = signal<string | undefined>(undefined)
  #request: XMLHttpRequest | undefined

  /** The part that was sent, from 0 to 1; undefined while nothing is sent. At 1 the server checks the file. */
  readonly progress: ReadonlySignal<number | undefined> = this.#progress
  /** Why the last request was refused. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem

  /** @param onChange called when a file was added or deleted */
  constructor(client: Boat['client'], productWord: string, onChange: () => void) {
    this.#client = client
    this.#url = `/${productWord}/v2/api/charts`
    this.#onChange = onChange
  }

  /** Sends a file. `fetch` would not report the progress. */
  start(file: File): void {
    const stored = storedFileOf(file.name)
    this.cancel()
    this.#problem.value = stored === undefined ? t('chart.uploadNotChart') : undefined
    if (stored === undefined) return
    const request = new XMLHttpRequest()
    this.#request = request
    this.#progress.value = 0
    request.open('POST', `${this.#url}?name=${stored.name}&format=${stored.format}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.timeout = deadlineMs
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) this.#progress.value = loaded / total
    })
    request.addEventListener('load', () =>
      this.#end(request.status === created, refusalIn(request.responseText)),
    )
    for (const event of ['error', 'timeout'] as const)
      request.addEventListener(event, () => this.#end(false, t('chart.uploadFailed')))
    request.send(file)
  }

  cancel(): void {
    this.#request?.abort()
    this.#request = undefined
    this.#progress.value = undefined
  }

  async remove(id: string): Promise<void> {
    try {
      await this.#client.call('DELETE charts/{id}', { params: { id } })
      this.#problem.value = undefined
    } catch (error) {
      this.#problem.value = errorText(error)
    }
    this.#onChange()
  }

  [Symbol.dispose](): void {
    this.cancel()
  }

  #end(isAdded: boolean, problem: string): void {
    this.#request = undefined
    this.#progress.value = undefined
    this.#problem.value = isAdded ? undefined : problem
    if (isAdded) this.#onChange()
  }
}
