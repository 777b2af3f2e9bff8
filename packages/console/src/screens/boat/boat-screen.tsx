import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { BoatStore } from './boat-store.ts'
import { DetailsForm } from './details-form.tsx'
import { LimitsForm } from './limits-form.tsx'
import './boat.css'

/** Details of own ship, and the limits that raise alerts. */
export const BoatScreen = (): JSX.Element => {
  const boat = useBoat()
  const [store] = useState(() => new BoatStore(boat))
  useEffect(() => () => store[Symbol.dispose](), [])
  const page = store.page.value
  if (page === undefined) return <p class="page quiet">{store.loadProblem.value ?? t('shell.loading')}</p>
  return (
    <div class="page boat-page">
      <LimitsForm page={page} store={store} />
      <DetailsForm page={page} store={store} />
    </div>
  )
}
