import type { PluginInput } from '@marinedata/model'
import type { ReadStream } from 'node:tty'
import { every } from '#system-clock.ts'
import { TerminalKeys } from './terminal-keys.ts'

/** An input with the plugin that reported it. */
export interface FoundInput {
  readonly plugin: string
  readonly input: PluginInput
}

/** The part of the plugin host that is used here. */
export interface InputPlugins {
  inputs(): readonly FoundInput[]
  act(plugin: string, action: string, input: unknown): Promise<unknown>
}

export interface InputsTerminal {
  readonly stdin: ReadStream
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown }
}

const checkMs = 500
/** The inputs that can be selected with a single key. */
const maxNumbered = 9
/** Further inputs are shown only on the console. */
const maxPrinted = 64

const keyOf = ({ plugin, input }: FoundInput): string => `${plugin} ${input.id}`

const lineOf = ({ address, protocol, speed }: PluginInput): string =>
  `${address}   ${protocol}${speed === undefined ? '' : `, ${speed} baud`}`

/**
 * Prints which inputs were found, and why others cannot be read. On an interactive terminal, pressing the number of an
 * input enables it.
 */
export class FoundInputs implements Disposable {
  readonly #plugins: InputPlugins
  readonly #stdout: InputsTerminal['stdout']
  readonly #keys: TerminalKeys | undefined
  /** Found inputs, in the order of their numbers. */
  readonly #numbered: FoundInput[] = []
  readonly #printed = new Set<string>()
  #checks: Disposable | undefined

  constructor(plugins: InputPlugins, { stdin, stdout }: InputsTerminal = process) {
    this.#plugins = plugins
    this.#stdout = stdout
    if (stdin.isTTY && stdout.isTTY === true)
      this.#keys = new TerminalKeys(stdin, (key) => void this.#press(Number(key)))
  }

  begin(): void {
    this.#checks = every(checkMs, () => this.#check())
  }

  [Symbol.dispose](): void {
    this.#checks?.[Symbol.dispose]()
    this.#keys?.[Symbol.dispose]()
  }

  #check(): void {
    const inputs = this.#plugins.inputs()
    const found = inputs.filter(({ input }) => input.state === 'found')
    // Read keys only while there is an input to select.
    if (found.length === 0) this.#keys?.close()
    const hasKeys = found.length > 0 && this.#keys?.open() === true
    for (const each of found) this.#printFound(each, hasKeys)
    for (const each of inputs) if (each.input.state === 'refused') this.#printRefused(each)
  }

  #printFound(found: FoundInput, hasKeys: boolean): void {
    if (!this.#isNew(keyOf(found))) return
    const { plugin, input } = found
    const number = this.#numbered.push(found)
    const hint = hasKeys && number <= maxNumbered ? `   press ${number} to use` : ''
    this.#print(`Found  ${number}  ${lineOf(input)}${hint}`, { found: { plugin, ...input } })
  }

  #printRefused({ plugin, input }: FoundInput): void {
    const message = `${input.address}: ${input.error?.message ?? 'cannot be read'}`
    if (this.#isNew(message)) this.#print(message, { refused: { plugin, ...input } })
  }

  async #press(number: number): Promise<void> {
    const found = number <= maxNumbered ? this.#numbered[number - 1] : undefined
    if (found === undefined) return
    const { plugin, input } = found
    try {
      await this.#plugins.act(plugin, 'use', { id: input.id })
      this.#print(`In use  ${lineOf(input)}`, { used: { plugin, ...input } })
    } catch (error) {
      this.#stdout.write(`${(error as Error).message}\n`)
    }
  }

  #isNew(what: string): boolean {
    if (this.#printed.has(what) || this.#printed.size >= maxPrinted) return false
    this.#printed.add(what)
    return true
  }

  /** Prints text on a terminal, and JSON otherwise. */
  #print(words: string, fact: object): void {
    this.#stdout.write(`${this.#stdout.isTTY === true ? words : JSON.stringify(fact)}\n`)
  }
}
