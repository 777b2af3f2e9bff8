import type { Clock } from '@marinedata/core'
import { FamilySwitch } from '../access/family-switch.ts'
import { familyWord } from '../family/family-names.ts'
import type { Settings } from '../settings/settings.ts'
import { auditRecordOf } from '../storage/audit-log.ts'
import type { BoatStore } from '../storage/boat-store.ts'

const fact = 'family'

/** The switch for apps of the Signal K family: the setting, or else the choice of the owner. */
export const composeFamilySwitch = (
  { family: setting, productWord }: Pick<Settings, 'family' | 'productWord'>,
  { store, clock }: { readonly store: BoatStore; readonly clock: Pick<Clock, 'timestamp'> },
): FamilySwitch =>
  new FamilySwitch({
    setting,
    isWordTaken: productWord === familyWord,
    store: {
      load: () => store.readFact(fact) === 'on',
      save: (wanted, actor) => {
        const operation = wanted ? 'family-switched-on' : 'family-switched-off'
        const event = { kind: 'access', operation, actor, subject: 'family', details: undefined } as const
        const decision = { name: fact, value: wanted ? 'on' : 'off' }
        return store.saveDecision(decision, auditRecordOf(event, clock.timestamp()))
      },
    },
  })
