import type { PluginInput, PluginReport } from '@marinedata/model'

/** An input, and the plugin that found it. */
export interface FoundInput extends PluginInput {
  readonly plugin: string
  /** Whether its plugin lets people choose. */
  readonly isChoosable: boolean
}

const hasMember = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)

/** Whether a plugin looks for inputs that people choose among. */
const offersInputs = ({ manifest }: PluginReport): boolean => {
  const actions = hasMember(manifest, 'actions')
    ? (manifest as { readonly actions: unknown }).actions
    : undefined
  return hasMember(actions, 'use') && hasMember(actions, 'release')
}

/** Those that are used first, then what could be, then the rest; by name among themselves. */
const rankOf = ({ chosen, state }: PluginInput): number => {
  if (chosen) return 0
  return state === 'found' ? 1 : 2
}

/** All inputs of the boat. */
export const inputsOf = (plugins: readonly PluginReport[]): FoundInput[] =>
  plugins
    .flatMap((plugin) => {
      const isChoosable = offersInputs(plugin)
      return plugin.inputs.map((input) => ({ ...input, plugin: plugin.name, isChoosable }))
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name))

/** Plugins that would look for inputs, and do not run. */
export const idleFinders = (plugins: readonly PluginReport[]): PluginReport[] => {
  const finders = plugins.filter(offersInputs)
  return finders.some(({ state }) => state === 'running') ? [] : finders
}
