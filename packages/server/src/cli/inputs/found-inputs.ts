import type { PluginInput } from '@marinedata/model'
import type { ReadStream } from 'node:tty'
import { every } from '#system-clock.ts'
import { TerminalKeys } from './terminal-keys.ts'

/** An input, and the plugin that found it. */
export interface FoundInput {
  readonly plugin: string
  readonly input: PluginInput
}

/** What is needed of the plugins. */
export interface InputPlugins {
  inputs(): readonly FoundInput[]
  act(plugin: string, action: string, input: unknown): Promise<unknown>
}

export interface InputsTerminal {
  readonly stdin: ReadStream
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown }
}

const lookEveryMs = 500
/** By a single key. */
const mostNumbered = 9
/** Whoever plugs in more than that looks at the console. */
const mostTold = 64

const keyOf = ({ plugin, input }: FoundInput): string => `${plugin} ${input.id}`

const lineOf = ({ address, protocol, speed }: PluginInput): string =>
  `${address}   ${protocol}${speed === undefined ? '' : `, ${speed} baud`}`

/**
 * Tells in the terminal which inputs were found, and what is wrong with those that cannot be read. Where someone sits at the
 * keyboard, the number of an input uses it.
 */
export class FoundInputs implements Disposable {
  readonly #plugins: InputPlugins
  readonly #stdout: InputsTerminal['stdout']
  readonly #keys: TerminalKeys | undefined
  /** In the order of their numbers. */
  readonly #numbered: FoundInput[] = []
  readonly #told = new Set<string>()
  #looking: Disposable | undefined

  constructor(plugins: InputPlugins, { stdin, stdout }: InputsTerminal = process) {
    this.#plugins = plugins
    this.#stdout = stdout
    if (stdin.isTTY && stdout.isTTY === true)
      this.#keys = new TerminalKeys(stdin, (key) => void this.#press(Number(key)))
  }

  begin(): void {
    this.#looking = every(lookEveryMs, () => this.#look())
  }

  [Symbol.dispose](): void {
    this.#looking?.[Symbol.dispose]()
    this.#keys?.[Symbol.dispose]()
  }

  #look(): void {
    const inputs = this.#plugins.inputs()
    const found = inputs.filter(({ input }) => input.state === 'found')
    // The terminal is taken only while there is something to press.
    if (found.length === 0) this.#keys?.close()
    const hasKeys = found.length > 0 && this.#keys?.open() === true
    for (const each of found) this.#tellFound(each, hasKeys)
    for (const each of inputs) if (each.input.state === 'refused') this.#tellRefused(each)
  }

  #tellFound(found: FoundInput, hasKeys: boolean): void {
    if (!this.#isNews(keyOf(found))) return
    const { plugin, input } = found
    const number = this.#numbered.push(found)
    const hint = hasKeys && number <= mostNumbered ? `   press ${number} to use` : ''
    this.#say(`Found  ${number}  ${lineOf(input)}${hint}`, { found: { plugin, ...input } })
  }

  #tellRefused({ plugin, input }: FoundInput): void {
    const message = `${input.address}: ${input.error?.message ?? 'it cannot be read'}`
    if (this.#isNews(message)) this.#say(message, { refused: { plugin, ...input } })
  }

  async #press(number: number): Promise<void> {
    const found = number <= mostNumbered ? this.#numbered[number - 1] : undefined
    if (found === undefined) return
    const { plugin, input } = found
    try {
      await this.#plugins.act(plugin, 'use', { id: input.id })
      this.#say(`In use  ${lineOf(input)}`, { used: { plugin, ...input } })
    } catch (error) {
      this.#stdout.write(`${(error as Error).message}\n`)
    }
  }

  #isNews(what: string): boolean {
    if (this.#told.has(what) || this.#told.size >= mostTold) return false
    this.#told.add(what)
    return true
  }

  /** To people in words, to programs as JSON. */
  #say(words: string, fact: object): void {
    this.#stdout.write(`${this.#stdout.isTTY === true ? words : JSON.stringify(fact)}\n`)
  }
}
