import { AisOutput, aisPeriods } from '@marinedata/nmea0183'
import type { Milliseconds } from '@marinedata/nmea0183'

/** Sentences about at most this many craft are made at once; the others follow with the next call. */
const mostAtOnce = 50

interface SentCraft {
  /** The position, as text, that was sent last. */
  position: string
  positionAt: Milliseconds
  staticAt: Milliseconds
}

type Craft = readonly [string, Readonly<Record<string, unknown>>]

const mmsiIn = (context: string): string | undefined => /:mmsi:([0-9]{9})$/.exec(context)?.[1]

/** Makes VDM of craft that came from elsewhere than NMEA 0183: their position when it changes, their name now and then. */
export class MadeAis {
  readonly #output = new AisOutput()
  #sentByContext = new Map<string, SentCraft>()

  /** The sentences that are due. */
  write(crafts: Iterable<Craft>, now: Milliseconds): readonly string[] {
    const present = new Map<string, SentCraft>()
    const lines: string[] = []
    let made = 0
    for (const [context, values] of crafts) {
      const mmsi = mmsiIn(context)
      if (mmsi === undefined) continue
      const sent = this.#sentByContext.get(context) ?? {
        position: '',
        positionAt: -Infinity,
        staticAt: -Infinity,
      }
      present.set(context, sent)
      const due = made < mostAtOnce ? this.#writeOne(mmsi, values, { sent, now }) : []
      if (due.length > 0) made++
      lines.push(...due)
    }
    // What is about craft that are gone is forgotten.
    this.#sentByContext = present
    return lines
  }

  #writeOne(
    mmsi: string,
    values: Readonly<Record<string, unknown>>,
    { sent, now }: { readonly sent: SentCraft; readonly now: Milliseconds },
  ): string[] {
    const lines: string[] = []
    const position = JSON.stringify(values['navigation.position']) ?? ''
    if (position !== sent.position && now - sent.positionAt >= aisPeriods.position * 1_000) {
      lines.push(...this.#output.writePosition(mmsi, values))
      sent.position = position
      sent.positionAt = now
    }
    // Without a position it is not seen any more.
    if (position !== '' && now - sent.staticAt >= aisPeriods.static * 1_000) {
      lines.push(...this.#output.writeStatic(mmsi, values))
      sent.staticAt = now
    }
    return lines
  }
}
