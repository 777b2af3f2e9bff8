import type { AlertStatus } from '@marinedata/model'

/** Where an alert stands; how bad it is, is another matter. `none`: there is no alert. */
export type Life = 'none' | AlertStatus

/** What can happen to it. */
export type LifeEvent =
  | 'raised'
  | 'worsened'
  | 'eased'
  | 'rectified'
  | 'silenced'
  | 'silence-ended'
  | 'acknowledged'

/**
 * Every event in every life. Whatever is worse than before is active again, silenced or acknowledged or not: neither ever
 * mutes a higher severity. What is over before anyone acknowledged it stays listed until someone has.
 */
export const lifeSteps: Readonly<Record<Life, Readonly<Record<LifeEvent, Life>>>> = {
  none: {
    raised: 'active',
    worsened: 'active',
    eased: 'active',
    rectified: 'none',
    silenced: 'none',
    'silence-ended': 'none',
    acknowledged: 'none',
  },
  active: {
    raised: 'active',
    worsened: 'active',
    eased: 'active',
    rectified: 'rectified',
    silenced: 'silenced',
    'silence-ended': 'active',
    acknowledged: 'acknowledged',
  },
  silenced: {
    raised: 'silenced',
    worsened: 'active',
    eased: 'silenced',
    rectified: 'rectified',
    silenced: 'silenced',
    'silence-ended': 'active',
    acknowledged: 'acknowledged',
  },
  acknowledged: {
    raised: 'acknowledged',
    worsened: 'active',
    eased: 'acknowledged',
    rectified: 'none',
    silenced: 'acknowledged',
    'silence-ended': 'acknowledged',
    acknowledged: 'acknowledged',
  },
  rectified: {
    raised: 'active',
    worsened: 'active',
    eased: 'active',
    rectified: 'rectified',
    silenced: 'rectified',
    'silence-ended': 'rectified',
    acknowledged: 'none',
  },
}
