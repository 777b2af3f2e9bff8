import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { Club, clubVessel } from './club.ts'
import { ready } from './ready.ts'

interface Settings {
  readonly folder: string
  readonly nats: object
  readonly gateway: object
  readonly reader: object
}

const guide = readFileSync(new URL('../../docs/fleet.md', import.meta.url), 'utf8')
const command = 'npm run --silent fleet -- '

const blocksOf = (language: string): string[] =>
  [...guide.matchAll(/```(\w+)\n([^]*?)```/g)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )

/** The settings of the guide; addresses and files are those of this machine. */
const writeSettings = ({ settings }: Club): void => {
  const [first, calls] = blocksOf('json').map((text): unknown => JSON.parse(text))
  const shown = first as Settings
  const own = JSON.parse(readFileSync(settings, 'utf8')) as Settings
  const files = { certificate: 'certificate.pem', key: 'key.pem' }
  const merged = {
    ...shown,
    ...own,
    ...(calls as object),
    nats: { ...shown.nats, ...own.nats },
    gateway: { ...shown.gateway, ...own.gateway },
    reader: { ...shown.reader, ...own.reader, ...files, host: '127.0.0.1' },
  }
  writeFileSync(settings, JSON.stringify(merged))
}

/** The words of a command line without its redirection, with the settings of the club. */
const wordsOf = (line: string): string[] =>
  [
    ...line
      .slice(command.length)
      .replace(/ > \S+$/, '')
      .matchAll(/"([^"]*)"|(\S+)/g),
  ]
    .map(([, quoted, word]) => quoted ?? word ?? '')
    .filter((word, index, words) => word !== '--settings' && words[index - 1] !== '--settings')

/** Whether a command is about one boat, which must have joined. */
const isAboutBoat = (words: readonly string[]): boolean => words.includes('--boat') || words[0] === 'export'

test(
  'a fleet starts with the settings of the guide, and takes its commands',
  { timeout: 280_000 },
  async () => {
    await using club = await Club.create()
    writeSettings(club)
    await club.start()
    const lines = blocksOf('sh')
      .flatMap((block) => block.split('\n'))
      .filter((line) => line.startsWith(command))
    assert.ok(lines.length >= 5, 'the guide has commands')
    assert.ok(guide.includes(clubVessel), 'the boat of the guide')
    await using boats = new AsyncDisposableStack()
    let hasJoined = false
    let code = ''
    for (const line of lines) {
      const words = wordsOf(line)
      if (isAboutBoat(words)) {
        if (!hasJoined) boats.use(await club.boat(code))
        hasJoined = true
        await ready(() => club.operate(...words))
      } else if (words[0] === 'code') code = await club.operate(...words)
      else await club.operate(...words)
    }
    await club.operate('revoke', 'club-kiel', 'Anna')
    assert.equal((await club.program.stop()).code, 0)
  },
)
