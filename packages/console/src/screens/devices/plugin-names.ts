import type { firstPartyPlugins, PluginReport } from '@marinedata/model'
import enScreens from '#words/en-screens.json' with { type: 'json' }
import { t } from '#words/screen-words.ts'

type TranslatedName = (typeof firstPartyPlugins)[number]

/** Whether the title and the description are translated. The list of the model would be part of the first load. */
const isTranslated = (name: string): name is TranslatedName =>
  Object.hasOwn(enScreens, `devices.title.${name}`)

const knownName = (name: string): TranslatedName | undefined => (isTranslated(name) ? name : undefined)

/** The title for people: translated, or made from the identifier, such as `Weather download`. */
export const pluginTitle = (name: string): string => {
  const own = knownName(name)
  if (own !== undefined) return t(`devices.title.${own}`)
  const words = name.replaceAll(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The purpose of the plugin in one sentence; null without a description. */
export const pluginSentence = ({ name, origin, description }: PluginReport): string | null => {
  const own = origin === 'folder' ? undefined : knownName(name)
  return own === undefined ? description : t(`devices.about.${own}`)
}

const deviceKinds = ['autopilot', 'anchor'] as const

/** The kind of a device in words, or as its plugin names it. */
export const deviceKindText = (kind: string): string => {
  const own = deviceKinds.find((each) => each === kind)
  return own === undefined ? kind : t(`devices.kind.${own}`)
}
