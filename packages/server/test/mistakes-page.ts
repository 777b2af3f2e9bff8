import { messageMistakes, requestMistakes, type RequestMistake } from './common-mistakes.ts'

const introduction = `# Common mistakes

For developers of apps and plugins. The page lists common mistakes and the error that each one causes. A test sends each request and message to a boat and checks the response; \`…\` means any
text. The whole catalogue of codes is in [REST](rest.md).
`

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

const requestText = ({ ask, body, headers, as }: RequestMistake): string => {
  const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const extra = Object.entries(headers ?? {}).map(([name, value]) => code(`${name}: ${value}`))
  const role = as === undefined ? [] : [as === 'nobody' ? 'without a token' : `as ${as}`]
  return [code(ask), ...(sent === undefined ? [] : [code(sent)]), ...extra, ...role].join(' ')
}

const table = (head: string, rows: readonly (readonly string[])[]): string =>
  [head, '|---|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n')

/** The page \`docs/common-mistakes.md\`. */
export const mistakesPage = (): string => {
  const requests = requestMistakes.map((mistake) => [
    mistake.mistake,
    requestText(mistake),
    `${mistake.status} ${code(mistake.code)} ${code(mistake.answer)}`,
  ])
  const messages = messageMistakes.map(({ mistake, message, code: problem, answer }) => [
    mistake,
    code(JSON.stringify(message)),
    `${code(problem)} ${code(answer)}`,
  ])
  const begin = '| mistake | you send | the boat answers |'
  return [
    introduction,
    '## Requests\n\nPaths without a leading slash are below `/marinedata/v2/api/`.\n',
    table(begin, requests),
    '\n## Messages on the stream\n\nA message with a `requestId` gets its refusal with the same `requestId`.\n',
    table(begin, messages),
    '',
  ].join('\n')
}
