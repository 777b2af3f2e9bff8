import { existsSync, globSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

/** A page of the sidebar: its source, and its title there. */
export interface SidebarEntry {
  readonly source: string
  readonly title: string
}

export interface SidebarGroup {
  readonly title: string
  readonly entries: readonly SidebarEntry[]
}

const entry = (source: string, title: string): SidebarEntry => ({ source, title })

/** In the order in which a sailor needs them, then developers, then the project. */
export const sidebar: readonly SidebarGroup[] = [
  {
    title: 'Aboard',
    entries: [
      entry('docs/README.md', 'Start here'),
      entry('docs/install.md', 'Install'),
      entry('docs/gateways/README.md', 'Connect instruments'),
      entry('docs/pilots/README.md', 'Connect an autopilot'),
      entry('docs/first-hour-aboard.md', 'First hour aboard'),
      entry('docs/boat.md', 'Your boat and its limits'),
      entry('docs/console.md', 'Console'),
      entry('docs/anchor-watch.md', 'Anchor watch'),
      entry('docs/alarms-on-your-phone.md', 'Alarms on your phone'),
      entry('docs/distress.md', 'Distress beacons and calls'),
      entry('docs/charts.md', 'Charts'),
      entry('docs/course.md', 'Routes and course'),
      entry('docs/history.md', 'History'),
      entry('docs/logbook.md', 'Logbook'),
      entry('docs/derived-data.md', 'Computed values'),
      entry('docs/fleet.md', 'Fleet ashore'),
      entry('docs/mqtt.md', 'MQTT and Home Assistant'),
      entry('docs/access.md', 'People and devices'),
      entry('docs/tls-on-phones.md', 'HTTPS on phones'),
      entry('docs/backup.md', 'Backup and upgrade'),
      entry('docs/settings.md', 'Settings'),
      entry('docs/data-folder.md', 'Data folder'),
      entry('docs/troubleshooting.md', 'Troubleshooting'),
      entry('docs/faq.md', 'FAQ'),
      entry('docs/coming-from-signalk-server.md', 'Coming from signalk-server'),
      entry('docs/family.md', 'Apps of the Signal K family'),
    ],
  },
  {
    title: 'Develop',
    entries: [
      entry('docs/app-tutorial-typescript.md', 'Write an app: TypeScript'),
      entry('docs/app-tutorial-python.md', 'Write an app: Python'),
      entry('docs/examples.md', 'Ten examples'),
      entry('docs/common-mistakes.md', 'Common mistakes'),
      entry('docs/rest.md', 'REST reference'),
      entry('docs/stream.md', 'Stream reference'),
      entry('docs/alerts.md', 'Alerts'),
      entry('docs/autopilots.md', 'Autopilots'),
      entry('docs/controls.md', 'Switches and setpoints'),
      entry('docs/plugins.md', 'Write a plugin'),
      entry('docs/pilots/simulators.md', 'Test with a simulated autopilot'),
      entry('docs/writing-an-autopilot-provider.md', 'Write an autopilot provider'),
      entry('docs/plugin-protocol.md', 'Plugin protocol'),
      entry('docs/grafana.md', 'Grafana'),
    ],
  },
  {
    title: 'Project',
    entries: [
      entry('ARCHITECTURE.md', 'Architecture'),
      entry('docs/adr/README.md', 'Decisions'),
      entry('docs/console-interface.md', 'Console interface'),
      entry('docs/console-review.md', 'Console review'),
      entry('docs/first-use.md', 'First use'),
      entry('CONTRIBUTING.md', 'Contributing'),
      entry('docs/releasing.md', 'Releasing'),
      entry('docs/standards.md', 'Standards'),
      entry('CHANGELOG.md', 'Changes'),
      entry('docs/glossary.md', 'Glossary'),
    ],
  },
]

/** Sources of all pages, relative to the root of the repository. `README.md` there is a page of the repository only. */
const documentPatterns = [
  'docs/**/*.md',
  'plugins/*/README.md',
  'packages/*/README.md',
  'bench/README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'SUPPORT.md',
  'GOVERNANCE.md',
  'CODE_OF_CONDUCT.md',
]

/** The file of a page in the site: `docs/gateways/README.md` is `gateways/index.md`, `plugins/nmea0183/README.md` is `plugins/nmea0183.md`. */
const siteFileOf = (source: string): string => {
  if (source.startsWith('docs/')) {
    const name = source.slice('docs/'.length)
    return basename(name) === 'README.md' ? join(dirname(name), 'index.md') : name
  }
  if (basename(source) === 'README.md') return `${dirname(source)}.md`
  return `project/${source.toLowerCase().replaceAll('_', '-')}`
}

/** Every document of the repository that is a page, by its source, with its file in the site. */
export const sitePages = (root: string): ReadonlyMap<string, string> => {
  const sources = globSync(documentPatterns, { cwd: root })
  return new Map(sources.toSorted().map((source) => [source, siteFileOf(source)]))
}

const sourceTypes: Readonly<Record<string, string>> = {
  '.ts': 'ts',
  '.js': 'js',
  '.py': 'python',
  '.json': 'json',
  '': 'text',
}

/** Files of the repository that a page of the site shows: the file itself, or the files of a folder; none for other kinds. */
export const shownFiles = (root: string, path: string): readonly string[] => {
  const place = join(root, path)
  if (!existsSync(place)) return []
  const files = statSync(place).isDirectory()
    ? readdirSync(place, { withFileTypes: true })
        .filter((found) => found.isFile())
        .map(({ name }) => join(path, name))
    : [path]
  return files.toSorted().filter((file) => Object.hasOwn(sourceTypes, extname(file)))
}

/** The language of a source file in a code block. */
export const languageOf = (file: string): string => sourceTypes[extname(file)] ?? 'text'
