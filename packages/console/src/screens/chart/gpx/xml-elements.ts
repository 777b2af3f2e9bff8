/** An element of an XML document. Text contains only the element's direct text, with its entities decoded. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  readonly text: string
}

/** Why a document is rejected. */
export type XmlFault = 'doctype' | 'malformed' | 'tooDeep' | 'tooMany'

export const xmlLimits = { depth: 32, elements: 200_000, attributes: 32 } as const

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const isCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 32 && code < 0xd8_00) ||
  (code >= 0xe0_00 && code <= 0x10_ff_ff)

class Rejected extends Error {
  readonly fault: XmlFault

  constructor(fault: XmlFault) {
    super(fault)
    this.fault = fault
  }
}

const referenceText = (reference: string): string => {
  const number = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(reference)
  const code = number === null ? NaN : Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10)
  const text = number === null ? entities.get(reference) : isCharacter(code) && String.fromCodePoint(code)
  if (!text) throw new Rejected('malformed')
  return text
}

/** Decodes the five predefined entities and numbers. There are no others without a DOCTYPE. */
const decoded = (text: string): string =>
  text.replaceAll(/&([^;&]{0,16});?/g, (whole, reference: string) => {
    if (!whole.endsWith(';')) throw new Rejected('malformed')
    return referenceText(reference)
  })

const attribute = /\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y

const attributesIn = (text: string): Map<string, string> => {
  const found = new Map<string, string>()
  attribute.lastIndex = 0
  let end = 0
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
    const [, name = '', double, single] = match
    if (found.has(name) || found.size >= xmlLimits.attributes) throw new Rejected('malformed')
    found.set(name, decoded(double ?? single ?? ''))
    end = attribute.lastIndex
  }
  if (text.slice(end).trim() !== '') throw new Rejected('malformed')
  return found
}

interface OpenElement {
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: XmlElement[]
  text: string
}

/** Sections that are skipped or taken as text, with their ends. */
const sections = [
  { start: '<!--', end: '-->', isText: false },
  { start: '<![CDATA[', end: ']]>', isText: true },
  { start: '<?', end: '?>', isText: false },
] as const

const tag = /^<(\/?)([A-Za-z_][\w:.-]*)([^]*?)(\/?)>$/

class XmlReader {
  readonly #source: string
  readonly #open: OpenElement[] = []
  #at = 0
  #count = 0
  #root: XmlElement | undefined

  constructor(source: string) {
    this.#source = source
  }

  read(): XmlElement {
    while (this.#at < this.#source.length) this.#step()
    if (this.#root === undefined || this.#open.length > 0) throw new Rejected('malformed')
    return this.#root
  }

  #step(): void {
    const next = this.#source.indexOf('<', this.#at)
    const end = next < 0 ? this.#source.length : next
    if (end > this.#at) this.#addText(decoded(this.#source.slice(this.#at, end)))
    this.#at = end
    if (next < 0) return
    const section = sections.find(({ start }) => this.#source.startsWith(start, next))
    if (section !== undefined) this.#addSection(section)
    else if (this.#source.startsWith('<!', next)) throw new Rejected('doctype')
    else this.#addTag()
  }

  #addSection({ start, end, isText }: (typeof sections)[number]): void {
    const close = this.#source.indexOf(end, this.#at + start.length)
    if (close < 0) throw new Rejected('malformed')
    if (isText) this.#addText(this.#source.slice(this.#at + start.length, close))
    this.#at = close + end.length
  }

  #addText(text: string): void {
    const element = this.#open.at(-1)
    if (element !== undefined) element.text += text
    else if (text.replace(/^\uFEFF/, '').trim() !== '') throw new Rejected('malformed')
  }

  #addTag(): void {
    const match = tag.exec(this.#source.slice(this.#at, this.#endOfTag()))
    if (match === null) throw new Rejected('malformed')
    const [whole, slash, name = '', rest = '', selfClosing] = match
    this.#at += whole.length
    if (slash === '/') {
      if (rest.trim() !== '' || selfClosing === '/') throw new Rejected('malformed')
      this.#close(name)
    } else {
      this.#begin({ name, attributes: attributesIn(rest), children: [], text: '' })
      if (selfClosing === '/') this.#close(name)
    }
  }

  /** Index behind the `>` of the tag; one in a quoted value does not count. */
  #endOfTag(): number {
    let quote = ''
    for (let at = this.#at; at < this.#source.length; at++) {
      const letter = this.#source.charAt(at)
      if (quote !== '') quote = letter === quote ? '' : quote
      else if (letter === '"' || letter === "'") quote = letter
      else if (letter === '>') return at + 1
    }
    throw new Rejected('malformed')
  }

  #begin(element: OpenElement): void {
    if (this.#open.length >= xmlLimits.depth) throw new Rejected('tooDeep')
    if (++this.#count > xmlLimits.elements) throw new Rejected('tooMany')
    if (this.#open.length === 0 && this.#root !== undefined) throw new Rejected('malformed')
    this.#open.at(-1)?.children.push(element)
    this.#root ??= element
    this.#open.push(element)
  }

  #close(name: string): void {
    if (this.#open.pop()?.name !== name) throw new Rejected('malformed')
  }
}

/** Parses an XML document without DTD, within limits. Returns its root, or why it is rejected. */
export const parseXml = (source: string): XmlElement | XmlFault => {
  try {
    return new XmlReader(source).read()
  } catch (error) {
    if (error instanceof Rejected) return error.fault
    throw error
  }
}
