import { Type, type Static } from '@marinedata/model'
import { PluginManifest } from './manifest.ts'

const strict = { additionalProperties: false } as const

/** The newest version of a plugin, with everything that an owner decides by. */
export const CatalogueEntry = Type.Object(
  {
    package: Type.String({ minLength: 1, maxLength: 214, description: 'name of its npm package' }),
    version: Type.String({ minLength: 1, maxLength: 64 }),
    file: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'address of the packed plugin (`npm pack`), absolute or relative to the catalogue',
    }),
    bytes: Type.Integer({ minimum: 1, description: 'size of that file' }),
    integrity: Type.String({
      pattern: '^sha512-[A-Za-z0-9+/]{86}==$',
      description: 'checksum of that file, as npm writes it',
    }),
    changes: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'what this version changes, from its CHANGELOG.md' }),
    ),
    manifest: PluginManifest,
  },
  { $id: 'CatalogueEntry', ...strict },
)
export type CatalogueEntry = Static<typeof CatalogueEntry>

/** A list of plugins to install: a file of a publisher or a club, at an address that the owner of a boat trusts. */
export const CatalogueFile = Type.Object(
  {
    format: Type.Literal(1),
    plugins: Type.Array(CatalogueEntry, { maxItems: 500, description: 'one version of each plugin' }),
  },
  { $id: 'CatalogueFile', ...strict },
)
export type CatalogueFile = Static<typeof CatalogueFile>
