/**
 * Writes packages/model/src/data/path-metadata.generated.json from `@signalk/path-metadata` (Apache-2.0, see NOTICE),
 * and from the schemas of values that it does not know. Run it after an update of that package or of these schemas. The
 * product loads the small result instead of 600 regular expressions.
 */
import { metadataRegistry } from '@signalk/path-metadata'
import { DscCall, dscCallPath, SafetyText, safetyTextPath } from '../packages/model/src/data/radio-calls.ts'
import { writeFileSync } from 'node:fs'

interface Entry {
  readonly description?: string
  readonly units?: string
  readonly properties?: object
}

interface Described {
  readonly type?: string
  readonly description?: string
  readonly properties?: object
}

/** The members of a value that is an object. Metadata have no limits. */
const membersOf = ({ properties }: { readonly properties: object }): Pick<Entry, 'properties'> => ({
  properties: Object.fromEntries(
    Object.entries(properties).map(
      ([name, { type, description, properties: inner }]: [string, Described]) => [
        name,
        {
          type: type === 'integer' ? 'number' : type,
          description,
          ...(inner !== undefined && membersOf({ properties: inner })),
        },
      ],
    ),
  ),
})

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

byPath.set(safetyTextPath, {
  description: 'The last text that the station sent by AIS, to all or to one station',
  ...membersOf(SafetyText),
})
byPath.set(dscCallPath, {
  description: 'The last DSC call of the station, with the symbols of ITU-R M.493',
  ...membersOf(DscCall),
})

const text = JSON.stringify(Object.fromEntries([...byPath].toSorted(([a], [b]) => (a < b ? -1 : 1))))
const file = new URL('../packages/model/src/data/path-metadata.generated.json', import.meta.url)
writeFileSync(
  file,
  `${text.replaceAll('urn:mrn:signalk:', 'urn:mrn:marinedata:').replaceAll('Signal K', 'Marinedata')}\n`,
)
console.log(`${byPath.size} paths`)
