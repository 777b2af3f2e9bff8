import type { Logger } from 'pino'
import { navicoGroup, PlotterAnnouncer, type AnnouncerOptions } from '../announce/plotter-announcer.ts'
import { tileMessage } from '../announce/plotter-tile.ts'
import { wiredNetworks } from '../announce/wired-networks.ts'
import { isLoopback } from '../gate.ts'
import type { Settings } from '../settings/settings.ts'

/** Where plotters are told of the console. */
export type PlotterGround = Pick<AnnouncerOptions, 'networks' | 'group' | 'everyMs'>

export interface AnnounceOptions {
  /** `wired`: in the wired networks of this machine. Nobody is told when absent. */
  readonly plotters?: 'wired' | PlotterGround
}

interface AnnounceParts extends AnnounceOptions {
  readonly settings: Settings
  readonly log: Logger
  readonly isOpen: boolean
  readonly port: number
}

const wired: PlotterGround = { networks: wiredNetworks, group: navicoGroup }

const isEverywhere = (host: string | undefined): boolean =>
  host === undefined || host === '::' || host === '0.0.0.0'

/** Tells plotters where the console is, unless it is for this machine alone or the skipper does not want it. */
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
  const { networks, ...ground } = plotters === 'wired' ? wired : plotters
  return new PlotterAnnouncer({
    ...ground,
    networks: () => networks().filter(({ address }) => isEverywhere(host) || address === host),
    message: ({ address }) => tileMessage({ address, port, needsTls: access?.requireTls === true, boat }),
    onFault: ({ name }, error) =>
      log.warn({ err: error, network: name }, 'plotters could not be told of the console'),
  })
}
