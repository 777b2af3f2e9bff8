import { type CatalogueEntry, type CatalogueFile } from '@marinedata/plugin-api/host'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { integrityOf } from '#plugin-host/installation/download.ts'
import { checkPlugin } from '#plugin-host/installation/plugin-folder.ts'
import { refuse, unpackTarball } from '#plugin-host/installation/tarball.ts'

const catalogueName = 'catalogue.json'
const longestChanges = 2_000

/** The section of a version in a CHANGELOG.md: the lines below a heading that names the version. */
const changesIn = (folder: string, version: string): string | undefined => {
  const file = join(folder, 'CHANGELOG.md')
  if (!existsSync(file)) return undefined
  const sections = readFileSync(file, 'utf8').split(/^#+ /m)
  const section = sections.find((text) => text.split('\n', 1)[0]?.includes(version) === true)
  const text = section?.slice(section.indexOf('\n')).trim().slice(0, longestChanges)
  return text === '' ? undefined : text
}

const entryOf = async (folder: string, file: string): Promise<CatalogueEntry> => {
  const bytes = readFileSync(join(folder, file))
  const unpacked = mkdtempSync(join(tmpdir(), 'marinedata-catalogue-'))
  try {
    await unpackTarball(bytes, unpacked)
    const { manifest, package: name, version } = checkPlugin(unpacked)
    const changes = changesIn(unpacked, version)
    return {
      package: name,
      version,
      file,
      bytes: bytes.length,
      integrity: integrityOf(bytes),
      ...(changes !== undefined && { changes }),
      manifest,
    }
  } catch (error) {
    return refuse(`${file}: ${(error as Error).message}`)
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/**
 * Describes the packed plugins in a folder in a catalogue beside them; returns a line for people.
 * @throws MarineDataError `invalid-value` when one of them could not be installed on a boat
 */
export const writeCatalogue = async (folder: string): Promise<string> => {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tgz')) : []
  if (files.length === 0) return refuse(`${folder} contains no packed plugin (.tgz)`)
  const plugins: CatalogueEntry[] = []
  for (const file of files.toSorted()) plugins.push(await entryOf(folder, file))
  const names = plugins.map(({ manifest }) => manifest.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return refuse(`${folder} contains "${twice}" twice. Keep its newest version only`)
  const catalogue: CatalogueFile = { format: 1, plugins }
  writeFileSync(join(folder, catalogueName), `${JSON.stringify(catalogue, undefined, 2)}\n`)
  return `Wrote ${join(folder, catalogueName)} with ${names.join(', ')}`
}
