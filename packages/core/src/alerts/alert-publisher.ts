import type { Notification } from '@marinedata/model'
import { keyOf, notificationOf, type AlertRecord } from './alert-record.ts'

/** A notification value to publish at a path under a source. */
export interface NotificationUpdate {
  readonly path: string
  readonly source: string
  readonly value: Notification
}

interface AlertPublisherOptions {
  /** Writes to the tree, bypassing the intake. */
  readonly publish: (update: NotificationUpdate) => void
  /** Whether the last state of the alert with this id could not be written to disk. */
  readonly isUnsaved: (id: string) => boolean
}

/** Publishes alerts as notifications, immediately or with the next flush. */
export class AlertPublisher {
  readonly #options: AlertPublisherOptions
  readonly #pendingByKey = new Map<string, NotificationUpdate>()

  constructor(options: AlertPublisherOptions) {
    this.#options = options
  }

  /** The notification of an alert, with its mark if it is unsaved. */
  valueOf(record: AlertRecord): Notification {
    return notificationOf(record, !this.#options.isUnsaved(record.id))
  }

  /** @param value default the present notification of the alert */
  publish(record: AlertRecord, value = this.valueOf(record)): void {
    const { path, source } = record
    this.#options.publish({ path, source, value })
  }

  /** Publishes with the next flush: an update of another source may be open in the tree now. */
  publishLater(update: NotificationUpdate): void {
    this.#pendingByKey.set(keyOf(update), update)
  }

  /** Drops the pending update of a path and source, because a newer one replaces it. */
  cancel(place: Pick<NotificationUpdate, 'path' | 'source'>): void {
    this.#pendingByKey.delete(keyOf(place))
  }

  /** Publishes what is pending. */
  flush(): void {
    for (const update of this.#pendingByKey.values()) this.#options.publish(update)
    this.#pendingByKey.clear()
  }
}
