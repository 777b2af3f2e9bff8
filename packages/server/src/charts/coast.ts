import { PmtilesFile } from './pmtiles-file.ts'

/** The coastlines of the world, shipped with the server. Nothing is loaded before the first request. */
export const openCoast = (): PmtilesFile =>
  new PmtilesFile(new URL('../../assets/coast/coast.generated.pack', import.meta.url))
