import { Type, type Static } from '#schema-language.ts'

/** Parts of a backup that can be left out. */
export const backupParts = ['charts', 'history'] as const
export type BackupPart = (typeof backupParts)[number]

const Without = Type.Array(Type.Enum([...backupParts]), { uniqueItems: true, maxItems: 2 })

/** Which parts a backup has. */
export const BackupQuery = Type.Object(
  {
    without: Type.Optional(
      Type.Enum(['charts', 'history', 'charts,history'], { description: 'parts to leave out' }),
    ),
  },
  { $id: 'BackupQuery', additionalProperties: false },
)
export type BackupQuery = Static<typeof BackupQuery>

/** The newest format of a backup. */
export const backupFormat = 1

/** The last file of a backup, `manifest.json`: what the backup contains. */
export const BackupManifest = Type.Object(
  {
    format: Type.Integer({ minimum: 1, description: 'version of the format of the backup' }),
    program: Type.String({ maxLength: 100, description: 'version of the program' }),
    layout: Type.Integer({ minimum: 1, description: 'version of the layout of the data folder' }),
    schema: Type.Integer({ minimum: 0, description: 'schema version of the database' }),
    madeAt: Type.String({ maxLength: 40 }),
    vessel: Type.Object({
      name: Type.Optional(Type.String({ maxLength: 1_000 })),
      mmsi: Type.Optional(Type.String({ maxLength: 20 })),
      uuid: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    without: Without,
    files: Type.Array(
      Type.Object({
        path: Type.String({ maxLength: 4_096 }),
        size: Type.Integer({ minimum: 0 }),
        sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      }),
    ),
  },
  { $id: 'BackupManifest' },
)
export type BackupManifest = Static<typeof BackupManifest>
