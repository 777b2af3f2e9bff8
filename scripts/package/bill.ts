import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeVersionOf } from './node-binary.ts'
import { run, type Release } from './release.ts'

interface Bill {
  serialNumber: string
  metadata: { timestamp: string }
  readonly components: unknown[]
}

/** A number for the bill of this commit. npm makes a random one each time. */
const serialOf = (commit: string): string => {
  const hex = createHash('sha256').update(commit).digest('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Writes the bill of materials: every package that runs on a boat, bundled ones included, and Node. */
export const writeBill = ({ root, out, commit, epoch }: Release): void => {
  run('npm', ['run', '--silent', 'sbom'], { cwd: root })
  // `npm sbom` wrote it.
  const bill = JSON.parse(readFileSync(join(root, 'dist/sbom.cdx.json'), 'utf8')) as Bill
  bill.serialNumber = serialOf(commit)
  bill.metadata.timestamp = new Date(epoch * 1000).toISOString()
  const version = nodeVersionOf(root)
  bill.components.push({
    'bom-ref': `node@${version}`,
    type: 'platform',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
  })
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
}
