import { Device, type DeviceDeclaration } from '#devices/device.ts'
import type { AnchorAlert, AnchorDetails, AnchorReport, AnchorState } from '@marinedata/model'

/** The last report with its device and provider. */
export interface StoredAnchor {
  readonly id: string
  readonly provider: string
  readonly report: AnchorReport
  /** Whether the crew has commanded to raise this anchor, which is still down. */
  readonly raiseRequested?: boolean
}

/** Whether the last report is on disk. */
export type SaveState = 'saved' | 'pending' | 'unsaved'

const unknownDistance = { currentRadius: null, bearingTrue: null }
const notSaved = { saved: false }
/** A watch reports every second while the anchor is down. After this its last alert is not current. */
const currentForMs = 5_000
const timing = { confirmSeconds: 2, silenceSeconds: 15 }

/** The alarm published and shown when the watch of a lowered anchor is lost. */
export const unwatched: AnchorAlert = {
  reason: 'unwatched',
  level: 'alarm',
  message: 'The anchor is no longer watched',
}

const silentAlert = (message: string): AnchorAlert => ({ reason: 'unwatched', level: 'alert', message })
const sounding: ReadonlySet<AnchorAlert['level']> = new Set(['alarm', 'emergency'])

/** One anchor watch: whether the anchor is down, and whether its last report is on disk. */
export class AnchorDevice extends Device<AnchorDetails, AnchorReport> {
  /** A raise command since the anchor went down; `interrupted` when the provider registered again after it. */
  #raiseRequest: 'none' | 'sent' | 'interrupted' = 'none'
  #save: SaveState = 'saved'
  #isUndeclared = false
  #lastReportAt: number

  constructor(declaration: DeviceDeclaration<AnchorDetails>, now: number) {
    super(declaration, timing, now)
    this.#lastReportAt = now
  }

  /** A watch with its report on disk. It is off-line until its provider registers it. */
  static fromDisk(stored: StoredAnchor, now: number): AnchorDevice {
    const device = new AnchorDevice({ ...stored, details: {} }, now)
    device.restore(stored.report)
    device.#isUndeclared = true
    if (stored.raiseRequested === true) device.#raiseRequest = 'interrupted'
    return device
  }

  /** Restored from disk and not registered by a provider since the start. */
  get isUndeclared(): boolean {
    return this.#isUndeclared
  }

  get isRaiseRequested(): boolean {
    return this.#raiseRequest !== 'none'
  }

  set isRaiseRequested(isRequested: boolean) {
    this.#raiseRequest = isRequested ? 'sent' : 'none'
  }

  get isDown(): boolean {
    return this.reported !== undefined && this.reported.state !== 'raised'
  }

  /** The state for clients: the last alert of a silent watch is not shown as current. */
  stateAt(now: number): AnchorState | undefined {
    const alert = this.#alertAt(now)
    return this.state && { ...this.state, ...(alert !== undefined && { alert }) }
  }

  /** The published state. Distance and bearing are null while the watch is not connected. */
  get state(): AnchorState | undefined {
    const online = this.link === 'on-line'
    const report = this.reported && { ...this.reported, ...(!online && unknownDistance) }
    const isUnsaved = this.#save === 'unsaved'
    return report && { ...report, device: this.id, online, confirmed: online, ...(isUnsaved && notSaved) }
  }

  override renew(declaration: Omit<DeviceDeclaration<AnchorDetails>, 'id'>, now: number): void {
    this.#isUndeclared = false
    // Another provider knows nothing of the command.
    if (declaration.provider !== this.provider) this.#raiseRequest = 'none'
    else if (this.#raiseRequest === 'sent') this.#raiseRequest = 'interrupted'
    super.renew(declaration, now)
  }

  /** A provider that comes back with its anchor down has not executed the raise command that was interrupted. */
  override handleReport(report: AnchorReport, now: number): void {
    this.#lastReportAt = now
    const isNewStay = !this.isDown || this.#raiseRequest === 'interrupted'
    if (isNewStay && report.state !== 'raised') this.#raiseRequest = 'none'
    super.handleReport(report, now)
  }

  /** An alarm stays: a silent watch does not end it. */
  #alertAt(now: number): AnchorAlert | undefined {
    const last = this.reported?.alert
    if (last === undefined || !this.isDown || sounding.has(last.level)) return last
    const silent = this.#silenceAt(now)
    if (silent === undefined) return last
    return { ...silent, ...(last.episode !== undefined && { episode: last.episode }) }
  }

  #silenceAt(now: number): AnchorAlert | undefined {
    if (this.link === 'on-line') {
      const silence = now - this.#lastReportAt
      if (silence <= currentForMs) return undefined
      return silentAlert(`The anchor watch has not reported for ${Math.floor(silence / 1000)} s`)
    }
    const isAwaited = this.#isUndeclared || this.link === 'registered'
    return isAwaited ? silentAlert('The anchor watch has not reported since its start') : unwatched
  }

  /** Resolves waits once the report is on disk, or cannot be written: the state then says `saved: false`. */
  setSaveState(save: SaveState): void {
    this.#save = save
    if (save !== 'pending') this.settleWaits()
  }

  /** Whether the anchor is down and no report came for too long. A watch of a raised anchor need not report. */
  override isSilent(now: number): boolean {
    return this.isDown && this.hasBeenSilent(now)
  }

  protected override get isSettled(): boolean {
    return this.#save !== 'pending'
  }
}
