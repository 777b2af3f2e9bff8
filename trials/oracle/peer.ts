import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folder = join(import.meta.dirname, '../../.bench')
const installLimitMs = 180_000

export interface PeerPackage {
  readonly name: string
  readonly version: string
  /** Where it is installed, below `.bench`. */
  readonly place: string
}

/** Installs a package to compare with once, outside git and without install scripts, and loads it. */
export const loadPeer = async ({ name, version, place }: PeerPackage): Promise<unknown> => {
  const home = join(folder, place)
  if (!existsSync(join(home, 'node_modules'))) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), JSON.stringify({ dependencies: { [name]: version } }))
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--omit=optional']
    await promisify(execFile)('npm', args, { cwd: home, timeout: installLimitMs })
  }
  return createRequire(join(home, 'package.json'))(name)
}

/** Why a peer could not be measured. */
export interface MissingPeer {
  readonly missing: string
}

export const missingPeer = (error: unknown): MissingPeer => ({
  missing: error instanceof Error ? error.message.slice(0, 200) : String(error),
})
