import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What must accompany the file wherever it is copied. */
const noticeOf = (version: string): string => `Coastline (GSHHG)

This chart file contains data of GSHHG ${version}, "A Global Self-consistent, Hierarchical, High-resolution Geography
Database", by Paul Wessel (University of Hawaii) and Walter H. F. Smith (NOAA).
Copyright (c) 1996-2017 by P. Wessel and W. H. F. Smith.
https://www.soest.hawaii.edu/pwessel/gshhg/

GSHHG is licensed under the GNU Lesser General Public License, version 3 or any later version, without any warranty.
This chart file is a derived form of it and has the same licence: LGPL-3.0-or-later. The texts of the licences are
https://www.gnu.org/licenses/lgpl-3.0.txt and https://www.gnu.org/licenses/gpl-3.0.txt; on Debian they are copied
beside this notice.

Changes: the shorelines were joined across bins, projected to web Mercator, simplified and cut into vector tiles, with
the ice front as the coast of Antarctica. The program that did it is scripts/chart-pack.ts of marinedata, and its input
is the file binned_GSHHS_f.nc of GSHHG.

NOT FOR NAVIGATION. A coast may be several hundred metres from its true position, and rocks, depths and marks are
missing.
`

const texts = { 'COPYING.LESSER': 'LGPL-3', COPYING: 'GPL-3' } as const
const debianFolder = '/usr/share/common-licenses'

/** The notice and, where the system has them, the texts of the licences, by file name. */
export const licenceFiles = (version: string): ReadonlyMap<string, string> => {
  const files = new Map([['NOTICE', noticeOf(version)]])
  for (const [name, source] of Object.entries(texts)) {
    const file = join(debianFolder, source)
    if (existsSync(file)) files.set(name, readFileSync(file, 'utf8'))
  }
  return files
}
