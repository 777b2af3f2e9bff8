import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { startRegistry } from '../packed/registry.ts'
import { npmPageCommands } from './install-page.ts'
import { demoSeconds, strangerEnvironment } from './npm-install.ts'

const patienceMs = 300_000

/** Follows the commands of `docs/install.md` for machines with Node, with a registry of its own. */
export const tryNpmPage = async (
  root: string,
  version: string,
): Promise<Readonly<Record<string, unknown>>> => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-npm-page-'))
  await using registry = await startRegistry(root)
  try {
    const [prefix, cwd] = [join(folder, 'global'), join(folder, 'home')]
    for (const place of [prefix, cwd]) mkdirSync(place)
    const stranger = strangerEnvironment(root, folder)
    const env = {
      ...stranger,
      PATH: [join(prefix, 'bin'), stranger['PATH']].join(delimiter),
      HOME: cwd,
      npm_config_registry: registry.url,
      npm_config_prefix: prefix,
      npm_config_update_notifier: 'false',
    }
    const commands = npmPageCommands(root)
    let printed = ''
    for (const command of commands) {
      const [program = '', ...rest] = command.split(' ')
      if (command.endsWith(' demo')) await demoSeconds([program, ...rest], { cwd, env })
      // Asynchronous: this process serves the registry that npm uses.
      else printed = (await promisify(execFile)(program, rest, { cwd, env, timeout: patienceMs })).stdout
    }
    // The last command of the page prints it.
    return { pass: printed.trim() === version, commands: commands.length, version: printed.trim() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
