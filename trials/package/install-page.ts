import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const inSection = (root: string, heading: string): string => {
  const page = readFileSync(join(root, 'docs/install.md'), 'utf8')
  const found = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))
  if (found === undefined) throw new Error(`docs/install.md has no section "${heading}"`)
  return found
}

/** Commands in blocks, one for each line. */
const inBlocks = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'))

/** Commands in the second column of a table. */
const inTable = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, command = '']) => command)
    .filter((command) => /^(?:sudo|sudoedit|systemctl|journalctl) /.test(command))

/** The command as the trial runs it. */
const asRun = (command: string): string => {
  const here = command.replace('_arm64.deb', '_amd64.deb').replace('FILE.tgz', '/tmp/plugin.tgz')
  // A person reads the log and ends it.
  if (here.includes('--follow')) return `timeout 3 ${here}; [ $? -eq 124 ]`
  // A person at a terminal agrees.
  return here.includes('plugin add')
    ? `printf 'y\\n' | script --quiet --return --command "${here}" /dev/null`
    : here
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * A shell script that runs the commands of `docs/install.md` for machines with the Debian package, in the order of the
 * page: `follow SHOWN RUN` for each.
 */
export const installPageScript = (root: string): string => {
  const debian = inSection(root, 'Raspberry Pi and Debian')
  const commands = [...inBlocks(debian), ...inTable(debian)]
  return commands.map((shown) => `follow ${quoted(JSON.stringify(shown))} ${quoted(asRun(shown))}\n`).join('')
}

/** The commands of `docs/install.md` for machines with Node. */
export const npmPageCommands = (root: string): readonly string[] =>
  inBlocks(inSection(root, 'Laptop with npm'))
