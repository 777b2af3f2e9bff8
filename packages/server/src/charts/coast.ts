import { PmtilesFile } from './pmtiles-file.ts'

/** The coasts of the world, which come with the server; nothing of them is in memory before someone looks. */
export const openCoast = (): PmtilesFile =>
  new PmtilesFile(new URL('../../assets/coast/coast.generated.pack', import.meta.url))
