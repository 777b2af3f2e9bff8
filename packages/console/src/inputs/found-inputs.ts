import type { PluginInput, PluginReport } from '@marinedata/model'

/** An input with the plugin that found it. */
export interface FoundInput extends PluginInput {
  readonly plugin: string
  /** Whether the plugin lets users choose inputs. */
  readonly isChoosable: boolean
}

const hasMember = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)

/** Whether the plugin offers inputs to choose from. */
const offersInputs = ({ manifest }: PluginReport): boolean => {
  const actions = hasMember(manifest, 'actions')
    ? (manifest as { readonly actions: unknown }).actions
    : undefined
  return hasMember(actions, 'use') && hasMember(actions, 'release')
}

/** Sorts by use: inputs in use, available ones, the rest; each by name. */
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

/** Plugins that would search for inputs, but are not running. */
export const idleFinders = (plugins: readonly PluginReport[]): PluginReport[] => {
  const finders = plugins.filter(offersInputs)
  return finders.some(({ state }) => state === 'running') ? [] : finders
}

/** Whether nothing is read from it: a place to which data is sent. */
const isOutput = ({ rate }: PluginInput): boolean => rate === undefined

const keyOf = ({ plugin, id }: FoundInput): string => `${plugin}/${id}`

/** Inputs to offer: those that send data, until one is in use. Dismissed inputs are left out until another is found. */
export const offered = (inputs: readonly FoundInput[], dismissed: string): FoundInput[] => {
  if (inputs.some((input) => input.chosen && !isOutput(input))) return []
  const found = inputs.filter(({ state, isChoosable }) => state === 'found' && isChoosable)
  const putOff = new Set(dismissed.split(' '))
  return found.every((input) => putOff.has(keyOf(input))) ? [] : found
}

/** Stores these inputs as dismissed. */
export const dismissing = (inputs: readonly FoundInput[]): string => inputs.map(keyOf).join(' ')
