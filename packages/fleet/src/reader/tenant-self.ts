import { uuidUrn } from '@marinedata/model'
import { hash } from 'node:crypto'

/** The identifier of a vessel that does not exist. A tree needs own ship, which a fleet does not have. */
export const selfOf = (tenant: string): string => {
  const digest = hash('sha256', `tenant ${tenant}`, 'hex')
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ]
  return `vessels.${uuidUrn([...parts, digest.slice(20, 32)].join('-'))}`
}
