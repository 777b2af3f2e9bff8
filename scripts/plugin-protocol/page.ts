import { readFileSync } from 'node:fs'
import {
  busLimits,
  problems,
  problemOf,
  Problem,
  MarineDataError,
  SentDelta,
  type ProblemCode,
  type TSchema,
} from '../../packages/model/src/index.ts'
import {
  rpcLimits,
  manifestFile,
  PluginManifest,
  pluginVerbs,
  protocolVersion,
  refusedCall,
  serverVerbs,
  storageLimits,
  type Verb,
} from '../../packages/plugin-api/src/host.ts'
import { compactJson } from './compact-json.ts'
import { membersTable, namedShapes } from './members.ts'
import { code, grouped, tableOf, typeText, type Shape } from './shape-text.ts'
import { manifestMeanings, refusalMeanings, shapeMeanings, textMeanings } from './shape-meanings.ts'
import { pluginVerbDescriptions, serverVerbDescriptions } from './verb-descriptions.ts'
import { verbSections, verbsTable, type Direction } from './verb-section.ts'

const toPlugin: Direction = {
  from: 'server',
  to: 'plugin',
  verbs: pluginVerbs,
  descriptions: pluginVerbDescriptions,
  repeated: new Set(),
}
const toServer: Direction = {
  from: 'plugin',
  to: 'server',
  verbs: serverVerbs,
  descriptions: serverVerbDescriptions,
  repeated: new Set(Object.keys(pluginVerbs)),
}

/** One whole message, header and body. */
export const exampleFrame = (): Buffer => {
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'status', params: { level: 'ok', message: '21 °C' } })
  return Buffer.from(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

const printable = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '.')

/** Bytes as `hexdump -C` shows them. */
const bytesText = (bytes: Buffer): string =>
  Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => {
    const line = [...bytes.subarray(row * 16, row * 16 + 16)]
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    return `${(row * 16).toString(16).padStart(4, '0')}  ${hex.padEnd(47)}  |${line.map(printable).join('')}|`
  }).join('\n')

const frameText = (): string => {
  const frame = exampleFrame()
  return `\`\`\`text\n${bytesText(frame)}\n\`\`\`\n\nThe degree sign is two bytes, and counts as two.`
}

const jsonBlock = (value: unknown): string => `\`\`\`json\n${compactJson(value)}\n\`\`\``

/** The manifest of the Python example. */
export const exampleManifest = (): unknown =>
  JSON.parse(readFileSync(new URL(`../../examples/python-plugin/${manifestFile}`, import.meta.url), 'utf8'))

const refusalExample = (): string => {
  const error = new MarineDataError(
    'not-declared',
    'The manifest does not declare "environment.wind.*" of "vessels.self" in "reads"',
  )
  return jsonBlock({
    jsonrpc: '2.0',
    id: 7,
    error: { code: refusedCall.code, message: error.message, data: problemOf(error) },
  })
}

/** The problems that a plugin can meet. */
const problemCodes: readonly ProblemCode[] = [
  'invalid-message',
  'not-declared',
  'device-taken',
  'device-not-found',
  'too-many-requests',
  'bus-unavailable',
  'not-claimed',
  'busy',
  'storage-full',
  'shutting-down',
  'internal',
]

const problemsTable = (): string =>
  tableOf(
    ['`data.code`', 'meaning', 'retryable'],
    problemCodes.map((name) => [code(name), problems[name].title, problems[name].retryable ? 'yes' : '']),
  )

const limitsTable = (): string => {
  const rows: readonly (readonly [string, number, string])[] = [
    ['a message from a plugin, without its header', rpcLimits.messageBytes, 'bytes'],
    ['messages from a plugin', rpcLimits.messagesPerSecond, 'a second'],
    ['bytes from a plugin', rpcLimits.bytesPerSecond, 'a second'],
    ['burst after a silence', rpcLimits.burstSeconds, 'seconds of the rate'],
    ['deltas in one `publish`', rpcLimits.deltasPerMessage, ''],
    ['buses on a boat', busLimits.buses, ''],
    ['users of a bus', busLimits.usersPerBus, ''],
    ['topics that a plugin hears, or sends, on buses of a kind', busLimits.topics, ''],
    ['devices on a bus', busLimits.nodes, ''],
    ['messages that a plugin sends on buses', busLimits.sendsPerSecond, 'a second'],
    ['keys in storage', storageLimits.keys, ''],
    ['a value in storage, as JSON', storageLimits.valueBytes, 'bytes'],
    ['all values in storage together', storageLimits.totalBytes, 'bytes'],
    ['writes to storage', storageLimits.writesPerSecond, 'a second'],
  ]
  return tableOf(
    ['what', 'at most'],
    rows.map(([what, count, unit]) => [what, `${grouped(count)} ${unit}`.trim()]),
  )
}

// The schema types are more detailed than the page needs.
const manifestShape: TSchema = PluginManifest

const topShapes = (): Shape[] =>
  Object.values<Verb>({ ...pluginVerbs, ...serverVerbs }).flatMap((verb) =>
    verb.result === undefined ? [verb.params] : [verb.params, verb.result],
  )

/** Every schema that the verbs refer to, and those that the text refers to. */
const linkedShapes = (): [string, Shape][] => {
  const textSchemas: readonly TSchema[] = [SentDelta, Problem]
  return [...namedShapes([...topShapes(), manifestShape, { anyOf: textSchemas }])]
}

const shapesText = (): string =>
  linkedShapes()
    .flatMap(([name, shape]) => {
      const objects = [shape, ...(shape.anyOf ?? [])].filter(({ type }) => type === 'object')
      const tables = objects.map((object) => membersTable(object, shapeMeanings[name]))
      return tables.length === 0 ? [] : [`### ${name}\n\n${tables.join('\n\nor\n\n')}`]
    })
    .join('\n\n')

const textsTable = (): string =>
  tableOf(
    ['name', 'pattern', 'meaning'],
    linkedShapes()
      .filter(([, { type }]) => type === 'string')
      .map(([name, { $id: _, ...shape }]) => {
        const meaning = textMeanings[name]
        if (meaning === undefined) throw new Error(`No description of the text "${name}"`)
        return [name, typeText(shape).replace(/^string /, ''), meaning]
      }),
  )

/** The timing of the server's supervision. */
const supervision = {
  helloSeconds: '10',
  startSeconds: '10',
  pingRhythm: 'several times a second',
  hangSeconds: '1.2',
  insistSeconds: '1',
  stopSeconds: '1.5',
  firstWaitSeconds: '0.25',
  faultsToQuarantine: 'Five',
  memoryMinutes: 'five',
}

const parts = (): Readonly<Record<string, string>> => ({
  ...supervision,
  protocolVersion: String(protocolVersion),
  manifestFile,
  messageBytes: grouped(rpcLimits.messageBytes),
  frame: frameText(),
  manifest: membersTable(manifestShape, manifestMeanings),
  manifestExample: jsonBlock(exampleManifest()),
  verbsTable: verbsTable([toPlugin, toServer]),
  pluginVerbs: verbSections(toPlugin),
  serverVerbs: verbSections(toServer),
  refusals: tableOf(
    ['reason', 'what is wrong'],
    Object.entries(refusalMeanings).map(([reason, meaning]) => [code(reason), meaning]),
  ),
  refusedCode: String(refusedCall.code),
  refusalExample: refusalExample(),
  problems: problemsTable(),
  cancelExample: jsonBlock({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 7 } }),
  limits: limitsTable(),
  shapes: shapesText(),
  texts: textsTable(),
})

/** The text of docs/plugin-protocol.md. */
export const pluginProtocolPage = (): string => {
  const template = readFileSync(new URL('page.md', import.meta.url), 'utf8')
  const filled = parts()
  return template.replaceAll(/\{\{([A-Za-z]+)\}\}/g, (_, name: string) => {
    const part = filled[name]
    if (part === undefined) throw new Error(`The page has no part "${name}"`)
    return part
  })
}
