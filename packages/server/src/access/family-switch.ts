import { MarineDataError, type Actor, type FamilySwitchView } from '@marinedata/model'

export interface FamilySwitchOptions {
  /** The setting `family`; undefined when the settings leave it to the owner. */
  readonly setting: boolean | undefined
  /** The server's addresses begin with the same word, so that Signal K compatibility is not possible. */
  readonly isWordTaken: boolean
  /** The owner's choice in the console. */
  readonly store: {
    load(): boolean
    /** Resolves when the choice and its audit entry are on disk. */
    save(wanted: boolean, actor: Actor): Promise<void>
  }
}

/**
 * Whether apps of the Signal K family are served. Routes and ports are opened at the start of the server, so that a
 * choice takes effect at the next one.
 */
export class FamilySwitch {
  /** Whether they are served until the server stops. */
  readonly isOpen: boolean
  readonly #options: FamilySwitchOptions
  readonly #isFixed: boolean
  #wanted: boolean

  constructor(options: FamilySwitchOptions) {
    const { setting, isWordTaken, store } = options
    this.#options = options
    this.#isFixed = setting !== undefined || isWordTaken
    this.#wanted = setting ?? (!isWordTaken && store.load())
    this.isOpen = this.#wanted
  }

  get view(): FamilySwitchView {
    return { open: this.isOpen, wanted: this.#wanted, fixed: this.#isFixed }
  }

  /** @throws MarineDataError `fixed-by-settings` or `storage-full` */
  async set(wanted: boolean, actor: Actor): Promise<FamilySwitchView> {
    if (this.#isFixed) throw new MarineDataError('fixed-by-settings', this.#reason())
    await this.#options.store.save(wanted, actor)
    this.#wanted = wanted
    return this.view
  }

  #reason(): string {
    return this.#options.setting === undefined
      ? 'The setting "productWord" uses the addresses of these apps. Choose another word and restart the server'
      : 'The setting "family" decides. Remove it from settings.json, or "--family" from the command line, and restart the server'
  }
}
