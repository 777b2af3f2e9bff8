import { parseArgs } from 'node:util'

/** A command that installs, removes or lists plugins, or writes a catalogue of them. */
export interface PluginsCommand {
  readonly kind: 'plugins'
  readonly verb: PluginsVerb
  /**
   * For adding, a file, a folder or the name of a package. For a catalogue, its folder. Otherwise the name of an installed
   * plugin; absent for `list`.
   */
  readonly subject: string
  readonly folder: string | undefined
  /** Address of the catalogue that names the plugin to add. */
  readonly catalogue: string | undefined
  /** Whether to go on without asking. */
  readonly isAgreed: boolean
}

const verbs = ['add', 'remove', 'list', 'update', 'catalogue'] as const
type PluginsVerb = (typeof verbs)[number]

type Parsed =
  | PluginsCommand
  | { readonly kind: 'help' }
  | { readonly kind: 'misused'; readonly reason: string }

export const pluginsUsage = `Plugin commands. They work on the data folder; a running server uses the change after its next start:
  marinedata plugin add FILE.tgz|FOLDER|NAME[@VERSION] [--yes]
                                                  install a plugin from a file, from a folder, or by its name from the
                                                  registry in the settings (plugins.registry) or npm_config_registry.
                                                  Shows its rights and asks; --yes goes on without asking
  marinedata plugin add NAME[@VERSION] --catalogue ADDRESS [--yes]
                                                  install a plugin from a catalogue
  marinedata plugin update NAME [--yes]           install the latest version of a plugin that came from the registry
  marinedata plugin remove NAME                   remove an installed plugin; its data stay in plugin-data
  marinedata plugin list                          list installed plugins
  marinedata plugin catalogue FOLDER              write FOLDER/catalogue.json, which describes the packed plugins (.tgz) in
                                                  that folder, for publishers; boats name its address in plugins.catalogue
`

const isVerb = (word: string): word is PluginsVerb => verbs.some((verb) => verb === word)

/** Whether the words after `plugin` are one of these commands. */
export const isPluginsCommand = ([word = '']: readonly string[]): boolean => isVerb(word)

/** Parses the words after `plugin`. */
export const parsePlugins = (args: readonly string[]): Parsed => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      catalogue: { type: 'string' },
      yes: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  })
  const [verb = '', subject, ...more] = positionals
  if (values.help === true) return { kind: 'help' }
  if (!isVerb(verb)) return { kind: 'misused', reason: `plugin takes ${verbs.join(', ')}, not "${verb}"` }
  const isComplete = verb === 'list' ? subject === undefined : subject !== undefined && more.length === 0
  if (!isComplete)
    return {
      kind: 'misused',
      reason: `plugin ${verb} takes ${verb === 'list' ? 'no arguments' : 'one name or path'}`,
    }
  return {
    kind: 'plugins',
    verb,
    subject: subject ?? '',
    folder: values.data,
    catalogue: values.catalogue,
    isAgreed: values.yes === true,
  }
}
