import { parseArgs } from 'node:util'

/** A command that installs, removes or lists web apps. */
export interface AppsCommand {
  readonly kind: 'apps'
  readonly verb: AppsVerb
  /** For adding, a file or the name of a package. Otherwise the name of an installed app; absent for `list`. */
  readonly subject: string
  readonly folder: string | undefined
}

const verbs = ['add', 'remove', 'list'] as const
type AppsVerb = (typeof verbs)[number]

type Parsed = AppsCommand | { readonly kind: 'help' } | { readonly kind: 'misused'; readonly reason: string }

export const appsUsage = `Web apps of the Signal K family, served on a port of their own while apps of the family are served:
  marinedata apps add NAME[@VERSION]|FILE.tgz     install an app by its name from the registry in the settings
                                                  (plugins.registry) or npm_config_registry, or from a file. Only its
                                                  pages are installed: no code of it runs on the boat
  marinedata apps remove NAME                     remove an installed app
  marinedata apps list                            list installed apps
`

const isVerb = (word: string): word is AppsVerb => verbs.some((verb) => verb === word)

/** Parses the words after `apps`. */
export const parseApps = (args: readonly string[]): Parsed => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  const [verb = '', subject, ...more] = positionals
  if (values.help === true) return { kind: 'help' }
  if (!isVerb(verb)) return { kind: 'misused', reason: `apps takes ${verbs.join(', ')}, not "${verb}"` }
  const isComplete = verb === 'list' ? subject === undefined : subject !== undefined && more.length === 0
  if (!isComplete)
    return { kind: 'misused', reason: `apps ${verb} takes ${verb === 'list' ? 'no arguments' : 'one name'}` }
  return { kind: 'apps', verb, subject: subject ?? '', folder: values.data }
}
