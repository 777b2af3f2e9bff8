import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeVersionOf } from './node-binary.ts'
import type { Release } from './release.ts'

const sums = 'SHA256SUMS'
const notListed: ReadonlySet<string> = new Set([sums, `${sums}.sig`])

const listed = (out: string): string[] =>
  readdirSync(out)
    .filter((name) => !notListed.has(name) && !name.startsWith('.'))
    .toSorted()

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Writes from what the artefacts were built. */
export const writeProvenance = ({ root, out, version, commit, isChanged, epoch }: Release): void => {
  const provenance = {
    version,
    commit,
    isChanged,
    time: new Date(epoch * 1000).toISOString(),
    node: nodeVersionOf(root),
    artefacts: listed(out).map((name) => ({ name, sha256: digestOf(join(out, name)) })),
  }
  writeFileSync(join(out, 'provenance.json'), `${JSON.stringify(provenance, null, 2)}\n`)
}

/** Writes the checksums of all artefacts, as `sha256sum --check` reads them. */
export const writeChecksums = (out: string): string => {
  const text = listed(out)
    .map((name) => `${digestOf(join(out, name))}  ${name}\n`)
    .join('')
  writeFileSync(join(out, sums), text)
  return text
}

/**
 * Signs the checksums with an Ed25519 key.
 * @param keyFile private key as PEM, as `openssl genpkey -algorithm ed25519` writes it
 */
export const signChecksums = (out: string, keyFile: string): void => {
  const key = createPrivateKey(readFileSync(keyFile))
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${keyFile} is a key for ${key.asymmetricKeyType ?? 'nothing'}, not for ed25519`)
  writeFileSync(join(out, `${sums}.sig`), sign(null, readFileSync(join(out, sums)), key))
}
