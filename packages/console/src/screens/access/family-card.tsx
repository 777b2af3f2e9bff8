import type { FamilySwitchView } from '@marinedata/model'
import type { JSX } from 'preact'
import { SwitchKey } from '#parts/switch-key.tsx'
import { t, type WordKey } from '#words/screen-words.ts'
import type { Change } from './access-rows.tsx'
import type { AccessStore } from './access-store.ts'

interface FamilyCardProps {
  readonly store: AccessStore
  readonly family: FamilySwitchView
  readonly change: Change
}

const stateOf = ({ open, wanted }: FamilySwitchView): WordKey => {
  if (open) return wanted ? 'access.familyOpen' : 'access.familyCloses'
  return wanted ? 'access.familyOpens' : 'access.familyClosed'
}

/** Whether apps of the Signal K family are served. The server applies a change when it starts. */
export const FamilyCard = ({ store, family, change }: FamilyCardProps): JSX.Element => (
  <section class="card access-card access-family" data-testid="access-family">
    <h2>{t('access.family')}</h2>
    <p>{t('access.familyServe')}</p>
    <div class="access-switch">
      <SwitchKey
        isOn={family.wanted}
        name={t('access.family')}
        testId="family-switch"
        isDisabled={family.fixed}
        onSwitch={(wanted) => change(t('access.familySaved'), () => store.serveFamily(wanted))}
      />
      <p class="quiet small">
        {t(stateOf(family))} {family.fixed && t('access.familyFixed')}
      </p>
    </div>
  </section>
)
