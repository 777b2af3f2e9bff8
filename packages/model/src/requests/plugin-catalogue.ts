import { Type, type Static } from '#schema-language.ts'
import { PluginClaim, PluginConflict } from './plugins.ts'

/** An address from which plugins and their catalogue may be loaded: encrypted, of this machine, or a file. */
export const pluginSourceAddress =
  '^(?:https://|file:///|http://(?:127\\.0\\.0\\.1|localhost)(?::\\d{1,5})?/)[^\\s?#]{1,500}$'

const claims = (description: string) => Type.Array(PluginClaim, { description })

/** A plugin that can be installed or updated. */
export const CataloguePlugin = Type.Object(
  {
    name: Type.String(),
    package: Type.String({ description: 'name of its npm package' }),
    version: Type.String(),
    description: Type.String(),
    bytes: Type.Integer({ description: 'size of the file to load' }),
    changes: Type.Union([Type.String(), Type.Null()], { description: 'what this version changes' }),
    installed: Type.Union([Type.String(), Type.Null()], {
      description: 'the installed version; null when it is not installed',
    }),
    claims: claims('everything that it may do once it is enabled'),
    newClaims: claims('what this version may do and the installed one may not'),
    conflicts: Type.Array(PluginConflict, { description: 'with plugins that are enabled here' }),
  },
  { $id: 'CataloguePlugin' },
)
export type CataloguePlugin = Static<typeof CataloguePlugin>

export const PluginCatalogue = Type.Object(
  {
    address: Type.String({ description: 'where the catalogue is' }),
    plugins: Type.Array(CataloguePlugin),
  },
  { $id: 'PluginCatalogue' },
)
export type PluginCatalogue = Static<typeof PluginCatalogue>

/** The version of a plugin that an owner has seen in the catalogue, and agrees to install. */
export const PluginInstallation = Type.Object(
  { version: Type.String({ minLength: 1, maxLength: 64 }) },
  { $id: 'PluginInstallation', additionalProperties: false },
)
export type PluginInstallation = Static<typeof PluginInstallation>
