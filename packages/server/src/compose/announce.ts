import type { Logger } from 'pino'
import { navicoGroup, PlotterAnnouncer, type AnnouncerOptions } from '../announce/plotter-announcer.ts'
import { tileMessage } from '../announce/plotter-tile.ts'
import { wiredNetworks } from '../announce/wired-networks.ts'
import { isLoopback } from '../gate.ts'
import type { Settings } from '../settings/settings.ts'

/** The networks in which the console is announced to plotters. */
export type PlotterNetworks = Pick<AnnouncerOptions, 'networks' | 'group' | 'everyMs'>

export interface AnnounceOptions {
  /** `wired`: announce in the wired networks of this machine. No announcements when absent. */
  readonly plotters?: 'wired' | PlotterNetworks
}

interface AnnounceParts extends AnnounceOptions {
  readonly settings: Settings
  readonly log: Logger
  readonly isOpen: boolean
  readonly port: number
}

const wired: PlotterNetworks = { networks: wiredNetworks, group: navicoGroup }

const isEverywhere = (host: string | undefined): boolean =>
  host === undefined || host === '::' || host === '0.0.0.0'

/** Announces the console to plotters, unless it is reachable only from this machine or the settings disable it. */
export const composeAnnouncer = ({
  plotters,
  settings,
  log,
  isOpen,
  port,
}: AnnounceParts): PlotterAnnouncer | undefined => {
  const { host, name: boat, announce, access } = settings
  if (plotters === undefined || announce?.plotters === false || isOpen) return undefined
  if (host !== undefined && (host === 'localhost' || isLoopback(host))) return undefined
  const { networks, ...announcement } = plotters === 'wired' ? wired : plotters
  return new PlotterAnnouncer({
    ...announcement,
    networks: () => networks().filter(({ address }) => isEverywhere(host) || address === host),
    message: ({ address }) => tileMessage({ address, port, needsTls: access?.requireTls === true, boat }),
    onFault: ({ name }, error) =>
      log.warn(
        { event: 'announce.failed', network: name, err: error },
        'console announcement to plotters failed',
      ),
  })
}
