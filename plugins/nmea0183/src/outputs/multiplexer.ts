import type { Link, Peer } from '@marinedata/inputs'
import type { Sentence } from '@marinedata/nmea0183'
import type { OnSent, Output } from './output.ts'
import { SentSentences } from './sent-sentences.ts'

/** A sentence and where it came from. */
export interface ReceivedSentence {
  /** As received, without the line end. */
  readonly line: string
  readonly sentence: Sentence
  /** Names the input and its far end. */
  readonly origin: string
  readonly link: Link
  readonly from: Peer | undefined
}

const lineEnd = '\r\n'
/** The origin of the sentences that we make ourselves. */
const ourselves = ''

/** Passes sentences on from inputs to outputs, never back to where they came from, and never round in a circle. */
export class Multiplexer {
  readonly #outputs: readonly Output[]
  readonly #sent = new SentSentences()
  #onReach: (canReach: boolean) => void = () => undefined

  constructor(outputs: readonly Output[]) {
    this.#outputs = outputs
  }

  /** Whether sentences are sent to an input. */
  sendsTo(id: string): boolean {
    return this.#outputs.some((output) => output.id === id)
  }

  /** Whether an output that takes sentences of other plugins is connected. */
  get reachesDevices(): boolean {
    return this.#outputs.some(({ servesPlugins, link }) => servesPlugins && link !== undefined)
  }

  /** Called at once and whenever an output for sentences of other plugins is connected or lost. */
  set onReach(call: (canReach: boolean) => void) {
    this.#onReach = call
    call(this.reachesDevices)
  }

  /** Gives a link to the outputs of an input while it is open. */
  attach(id: string, link: Link, onSent: OnSent): Disposable {
    const outputs = this.#outputs.filter((output) => output.id === id)
    this.#changeLinks(() => {
      for (const output of outputs) Object.assign(output, { link, onSent })
    })
    return {
      [Symbol.dispose]: () =>
        this.#changeLinks(() => {
          for (const output of outputs) if (output.link === link) output.link = undefined
        }),
    }
  }

  /** Whether we sent this sentence ourselves. On a serial port only what we wrote to that port can come back. */
  hasComeBack({ line, origin, link }: ReceivedSentence): boolean {
    const mayComeBack = link.kind !== 'serial' || this.#outputs.some((output) => output.link === link)
    return mayComeBack && this.#sent.hasComeBack(line, origin)
  }

  /** Sends a received sentence to all other outputs that want it. */
  passOn({ line, sentence, origin, link, from }: ReceivedSentence): void {
    let bytes: Buffer | undefined
    for (const output of this.#outputs) {
      if (!output.wantsReceived(sentence) || isBack(output, link, from)) continue
      bytes ??= Buffer.from(line + lineEnd, 'latin1')
      output.send(bytes, output.link === link ? from : undefined)
    }
    if (bytes !== undefined) this.#sent.remember(line, origin)
  }

  /** Sends a sentence of another plugin. Returns whether an output took it. */
  sendForPlugin(line: string): boolean {
    const bytes = Buffer.from(line + lineEnd, 'latin1')
    const outputs = this.#outputs.filter(({ servesPlugins }) => servesPlugins)
    // Before it is written: it may come back at once.
    this.#sent.remember(line, ourselves)
    return outputs.map((output) => output.send(bytes, undefined)).includes(true)
  }

  /** Sends a sentence that was made from the boat's own values to one output. Returns whether it took it. */
  sendMade(output: Output, line: string): boolean {
    // Before it is written: it may come back at once.
    this.#sent.remember(line, ourselves)
    return output.send(Buffer.from(line + lineEnd, 'latin1'), undefined)
  }

  #changeLinks(change: () => void): void {
    const before = this.reachesDevices
    change()
    if (this.reachesDevices !== before) this.#onReach(this.reachesDevices)
  }
}

/** Whether an output would only reach the far end that has sent the sentence. */
const isBack = ({ link: to, farHost }: Output, link: Link, from: Peer | undefined): boolean =>
  (to === link && from === undefined) ||
  (link.kind === 'udp' && farHost !== undefined && farHost === from?.host)
