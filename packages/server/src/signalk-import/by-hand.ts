import type { Findings } from './findings.ts'
import { at, isObject, listAt, textOf, type SignalkFolder } from './signalk-folder.ts'

/** Roles here by the kind of user there. */
const roles: Readonly<Record<string, string>> = { admin: 'owner', readwrite: 'crew', readonly: 'viewer' }

const mostListed = 50

const listPeople = ({ security }: SignalkFolder, findings: Findings): void => {
  for (const user of listAt(security, 'users').slice(0, mostListed)) {
    const role = roles[textOf(at(user, 'type'))] ?? 'viewer'
    findings.notTaken(
      'People',
      `${textOf(at(user, 'username'))}: passwords cannot be taken over. Invite with "marinedata access invite --role ${role}"`,
    )
  }
  const devices = listAt(security, 'devices').length
  if (devices > 0) findings.notTaken('People', `${devices} devices have to ask for access again`)
}

/** Sources have other names here, so an order of them has no meaning before they have sent something. */
const listPriorities = ({ settings, priorities: file }: SignalkFolder, findings: Findings): void => {
  const priorities =
    at(file, 'priorityOverrides') ?? at(file, 'sourcePriorities') ?? at(settings, 'sourcePriorities')
  if (!isObject(priorities)) return
  for (const [path, sources] of Object.entries(priorities).slice(0, mostListed)) {
    const order = (Array.isArray(sources) ? sources : []).map((source: unknown) =>
      textOf(at(source, 'sourceRef')),
    )
    findings.notTaken(
      'Source priorities',
      `${path}: ${order.join(', then ')}. Sources have other names here: enter them under "sources" in settings.json`,
    )
  }
}

const anchorPlugins = ['anchoralarm.json', 'hoekens-anchor-alarm.json']

const listAnchor = ({ plugins }: SignalkFolder, findings: Findings): void => {
  for (const name of anchorPlugins) {
    const radius = at(plugins.get(name), 'configuration', 'radius')
    if (typeof radius !== 'number') continue
    findings.notTaken('Anchor', `the radius was ${radius} m. It is set here when you drop the anchor`)
  }
}

const listPlugins = ({ plugins }: SignalkFolder, findings: Findings): void => {
  const names = [...plugins]
    .filter(([name, plugin]) => at(plugin, 'enabled') === true && !anchorPlugins.includes(name))
    .map(([name]) => name.replace(/\.json$/, ''))
  if (names.length > 0)
    findings.notTaken(
      'Plugins',
      `plugins of signalk-server do not run here: ${names.slice(0, mostListed).join(', ')}`,
    )
}

/** Lists what has to be done by hand. */
export const listByHand = (folder: SignalkFolder, findings: Findings): void => {
  for (const text of folder.unreadable) findings.notTaken('Files', text)
  listPriorities(folder, findings)
  listPeople(folder, findings)
  listAnchor(folder, findings)
  listPlugins(folder, findings)
}
