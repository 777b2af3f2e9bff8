/**
 * Writes packages/model/src/data/path-metadata.generated.json from `@signalk/path-metadata` (Apache-2.0, see NOTICE).
 * Run it after an update of that package. The product loads the small result instead of 600 regular expressions.
 */
import { metadataRegistry } from '@signalk/path-metadata'
import { writeFileSync } from 'node:fs'

interface Entry {
  readonly description?: string
  readonly units?: string
}

const anyName = new Set(['*', 'RegExp', '[A-Za-z0-9]+', '(single)|([A-C])'])
const entries = (metadataRegistry as unknown as { seedEntries: Record<string, Entry> }).seedEntries

const dotted = (address: string): string =>
  address
    .split('/')
    .slice(3)
    .map((segment) => (anyName.has(segment) ? '*' : segment))
    .join('.')

const byPath = new Map<string, Entry>()
for (const map of ['vessels', 'aircraft', 'aton', 'sar'])
  for (const [address, entry] of Object.entries(entries))
    if (address.startsWith(`/${map}/*/`) && !byPath.has(dotted(address))) byPath.set(dotted(address), entry)

const text = JSON.stringify(Object.fromEntries([...byPath].toSorted(([a], [b]) => (a < b ? -1 : 1))))
const file = new URL('../packages/model/src/data/path-metadata.generated.json', import.meta.url)
writeFileSync(
  file,
  `${text.replaceAll('urn:mrn:signalk:', 'urn:mrn:marinedata:').replaceAll('Signal K', 'Marinedata')}\n`,
)
console.log(`${byPath.size} paths`)
