import type { PageAnswer, PageRequest, TSchema } from '@marinedata/model'
import type { Provided } from '#protocol/device-kinds.ts'
import type { Need, PluginManifest } from '#protocol/manifest.ts'
import type { Boat } from './boat.ts'
import type { BusUse, Claims, DeclaredAction, InputOf, Offers, Reads, SettingsOf, Writes } from './claims.ts'
import type { CommandControl } from './devices/device-kinds.ts'

type Stop = () => void | Promise<void>

export type ActionHandlers<Actions> = {
  readonly [Name in keyof Actions]: (input: InputOf<Actions[Name]>, control: CommandControl) => unknown
}

/**
 * Answers a request below `/plugins/<name>/api/`.
 * @throws MarineDataError `not-found`, `invalid-body`, `invalid-value`, `invalid-query`, `forbidden` or `busy`, which the
 * client gets; any other error is `plugin-failed`
 */
export type RequestHandler = (
  request: PageRequest,
  control: CommandControl,
) => PageAnswer | Promise<PageAnswer>

interface Answering {
  readonly request: RequestHandler
}

/** The result of `start`: a stop function, a handler for each declared action, and one for requests. */
export type Started<C extends Claims> = [C['actions']] extends [undefined]
  ? [C['requests']] extends [true]
    ? { readonly stop?: Stop } & Answering
    : void | { readonly stop?: Stop }
  : { readonly stop?: Stop; readonly actions: ActionHandlers<C['actions']> } & ([C['requests']] extends [true]
      ? Answering
      : unknown)

/** Defines what a plugin is and does. A plugin cannot do anything that it does not declare here. */
export interface PluginDefinition<C extends Claims> {
  /** Used in URLs and as the prefix of every source of the plugin: `a-z`, digits and `-`. */
  readonly name: string
  readonly version: string
  /** One sentence, shown to people. */
  readonly description: string
  /** A TypeBox schema or any JSON Schema of an object. The server validates the settings and adds defaults. */
  readonly settings?: C['settings']
  /** What the plugin publishes. */
  readonly writes?: C['writes']
  /** What the plugin subscribes to. */
  readonly reads?: C['reads']
  /** Patterns of the alerts that the plugin raises, below `notifications.` */
  readonly notifications?: C['notifications']
  /** The plugin acknowledges and silences alerts for people at devices, such as a panel on a bus. */
  readonly answersAlerts?: C['answersAlerts']
  /** What the plugin provides: kinds of devices, and answers (`history`, `weather`, `course`). */
  readonly provides?: C['provides']
  /** Kinds of resources that the plugin provides, such as `tideStations`. */
  readonly resources?: C['resources']
  /** What the plugin offers to other plugins: kinds of buses, such as `nmea2000`. */
  readonly offers?: C['offers']
  /** Kinds of buses that the plugin uses, and the topics that it receives and sends there. */
  readonly buses?: C['buses']
  /** Actions of the plugin itself that people can call. */
  readonly actions?: C['actions']
  /** The folder with its pages, such as `public`, which the server serves at `/plugins/<name>/`. */
  readonly pages?: string
  /** The plugin answers requests below `/plugins/<name>/api/`. */
  readonly requests?: C['requests']
  /** What the plugin needs of the machine besides its own folder. */
  readonly needs?: readonly Need[]
  /** Memory limit in megabytes at which the server kills it; default 192. */
  readonly memory?: number
  /**
   * Starts the plugin. The server reports it as running when this resolves.
   * @throws any error when the plugin cannot start; people see its message
   */
  readonly start: (boat: Boat<C>, settings: SettingsOf<C>) => Started<C> | Promise<Started<C>>
}

/** A plugin, ready to be run. */
export interface Plugin<C extends Claims = Claims> {
  readonly manifest: PluginManifest & Readonly<C>
  readonly start: (boat: Boat, settings: Readonly<Record<string, unknown>>) => Promise<RunningPlugin>
}

/** A started plugin, for any claims. */
export interface RunningPlugin {
  readonly stop?: Stop
  readonly actions?: Readonly<Record<string, (input: unknown, control: CommandControl) => unknown>>
  readonly request?: RequestHandler
}

interface Declared<
  Settings,
  Written,
  Read,
  Notifications,
  Provides,
  Resources,
  Offered,
  Used,
  Actions,
  Requests,
  Answers,
> {
  readonly settings: Settings
  readonly writes: Written
  readonly reads: Read
  readonly notifications: Notifications
  readonly provides: Provides
  readonly resources: Resources
  readonly offers: Offered
  readonly buses: Used
  readonly actions: Actions
  readonly requests: Requests
  readonly answersAlerts: Answers
}

/** Defines a plugin. The types of `boat` and `settings` follow from its claims. */
export const definePlugin = <
  const Settings extends TSchema | undefined = undefined,
  const Written extends Writes | undefined = undefined,
  const Read extends Reads | undefined = undefined,
  const Raised extends readonly string[] | undefined = undefined,
  const Provides extends readonly Provided[] | undefined = undefined,
  const Resources extends readonly string[] | undefined = undefined,
  const Offered extends Offers | undefined = undefined,
  const Used extends readonly BusUse[] | undefined = undefined,
  const Actions extends Readonly<Record<string, DeclaredAction>> | undefined = undefined,
  const Requests extends true | undefined = undefined,
  const Answers extends true | undefined = undefined,
>(
  definition: PluginDefinition<
    Declared<Settings, Written, Read, Raised, Provides, Resources, Offered, Used, Actions, Requests, Answers>
  >,
): Plugin<
  Declared<Settings, Written, Read, Raised, Provides, Resources, Offered, Used, Actions, Requests, Answers>
> => {
  const { start, ...members } = definition
  return {
    // Strips what TypeBox adds to its objects: a manifest is plain data.
    manifest: JSON.parse(JSON.stringify(members)) as never,
    // The server has validated the settings with the schema that types them.
    start: async (boat, settings) => (await start(boat, settings as never)) ?? {},
  }
}
