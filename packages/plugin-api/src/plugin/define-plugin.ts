import type { TSchema } from '@marinedata/model'
import type { Need, PluginManifest, ProviderKind } from '#protocol/manifest.ts'
import type { Boat } from './boat.ts'
import type { Claims, DeclaredAction, InputOf, Reads, SettingsOf, Writes } from './claims.ts'
import type { CommandControl } from './device-kinds.ts'

type Stop = () => void | Promise<void>

export type ActionHandlers<Actions> = {
  readonly [Name in keyof Actions]: (input: InputOf<Actions[Name]>, control: CommandControl) => unknown
}

/** What `start` gives back: how to stop, and what to do for each declared action. */
export type Started<C extends Claims> = [C['actions']] extends [undefined]
  ? void | { readonly stop?: Stop }
  : { readonly stop?: Stop; readonly actions: ActionHandlers<C['actions']> }

/** What a plugin is and does. Whatever it does not declare here, it cannot do. */
export interface PluginDefinition<C extends Claims> {
  /** Its place in addresses and before every source that it writes: `a-z`, digits and `-`. */
  readonly name: string
  readonly version: string
  /** One sentence for people. */
  readonly description: string
  /** A TypeBox schema, or any JSON Schema, of an object; the server checks the settings and fills in defaults. */
  readonly settings?: C['settings']
  /** What it publishes. */
  readonly writes?: C['writes']
  /** What it subscribes to. */
  readonly reads?: C['reads']
  /** Alarms that it raises: patterns below `notifications.` */
  readonly notifications?: C['notifications']
  /** Kinds of devices that it serves. */
  readonly provides?: C['provides']
  /** What people can ask of the plugin itself. */
  readonly actions?: C['actions']
  /** What it needs of the machine beyond its own folder. */
  readonly needs?: readonly Need[]
  /** Megabytes at which it is ended; 192 when absent. */
  readonly memory?: number
  /**
   * Begins. The boat takes the plugin for running when this has settled.
   * @throws whatever keeps it from starting; people see the message
   */
  readonly start: (boat: Boat<C>, settings: SettingsOf<C>) => Started<C> | Promise<Started<C>>
}

/** A plugin, ready to be run. */
export interface Plugin<C extends Claims = Claims> {
  readonly manifest: PluginManifest & Readonly<C>
  readonly start: (boat: Boat, settings: Readonly<Record<string, unknown>>) => Promise<RunningPlugin>
}

/** A plugin that has started, whatever it declares. */
export interface RunningPlugin {
  readonly stop?: Stop
  readonly actions?: Readonly<Record<string, (input: unknown, control: CommandControl) => unknown>>
}

interface Declared<Settings, Written, Read, Notifications, Provides, Actions> {
  readonly settings: Settings
  readonly writes: Written
  readonly reads: Read
  readonly notifications: Notifications
  readonly provides: Provides
  readonly actions: Actions
}

/** Defines a plugin. The types of `boat` and `settings` follow from what is declared. */
export const definePlugin = <
  const Settings extends TSchema | undefined = undefined,
  const Written extends Writes | undefined = undefined,
  const Read extends Reads | undefined = undefined,
  const Notifications extends readonly string[] | undefined = undefined,
  const Provides extends readonly ProviderKind[] | undefined = undefined,
  const Actions extends Readonly<Record<string, DeclaredAction>> | undefined = undefined,
>(
  definition: PluginDefinition<Declared<Settings, Written, Read, Notifications, Provides, Actions>>,
): Plugin<Declared<Settings, Written, Read, Notifications, Provides, Actions>> => {
  const { start, ...members } = definition
  return {
    // A manifest is data: what the schema library adds to its objects stays behind.
    manifest: JSON.parse(JSON.stringify(members)) as never,
    // The server has checked the settings by the schema that types them.
    start: async (boat, settings) => (await start(boat, settings as never)) ?? {},
  }
}
