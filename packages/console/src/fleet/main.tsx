import { effect } from '@preact/signals'
import { render, type JSX } from 'preact'
import { pageOf } from '#page/page.ts'
import { Preferences } from '#boat/preferences.ts'
import { paletteInQuery } from '#theme/palettes.ts'
import { languageOf, setLanguage, setTimeFormat, timeOfDay } from '#words/words.ts'
import { t } from '#words/screen-words.ts'
import { BoatDetails } from './boat-details.tsx'
import { FleetList } from './fleet-list.tsx'
import { FleetMap } from './fleet-map.tsx'
import { FleetModel } from './fleet-model.ts'
import { Shore } from './shore.ts'
import '#theme/base.css'
import '#parts/search-field.css'
import './fleet.css'

const SignIn = ({ shore }: { readonly shore: Shore }): JSX.Element => (
  <form
    class="fleet-sign-in card"
    onSubmit={(event) => {
      event.preventDefault()
      const token = new FormData(event.currentTarget).get('token')
      if (typeof token === 'string' && token.trim() !== '') shore.signIn(token.trim())
    }}
  >
    <h1>{t('fleet.title')}</h1>
    <label>
      {t('fleet.token')}
      <input class="text-field" type="password" name="token" autocomplete="current-password" required />
    </label>
    <p class="quiet">{t('fleet.tokenHint')}</p>
    <button type="submit" class="button strong">
      {t('entry.signIn.button')}
    </button>
  </form>
)

const Fleet = ({
  model,
  productWord,
}: {
  readonly model: FleetModel
  readonly productWord: string
}): JSX.Element => {
  const { shore } = model
  const isLost = shore.fault.value === 'lost'
  if (shore.fault.value === 'sign-in') return <SignIn shore={shore} />
  return (
    <div class="fleet" data-details={model.chosen.value !== undefined}>
      <header class="fleet-bar">
        <strong>{shore.view.value?.name ?? t('fleet.title')}</strong>
        <time>{timeOfDay(shore.now.value)}</time>
        <button type="button" class="button plain" onClick={() => shore.signOut()}>
          {t('fleet.signOut')}
        </button>
      </header>
      {isLost && (
        <p class="fleet-lost" role="alert">
          {t('fleet.lost')}
        </p>
      )}
      <FleetMap model={model} productWord={productWord} />
      <FleetList model={model} />
      <BoatDetails model={model} />
    </div>
  )
}

const page = pageOf(document, location)
const preferences = new Preferences(localStorage)
page.root.dataset['palette'] = paletteInQuery(page.query) ?? 'day'
effect(() => {
  const language = languageOf(preferences.of('language').value, navigator.languages)
  page.root.lang = language
  setTimeFormat({ clock: preferences.of('clock').value, language })
  void setLanguage(language)
})
const place = document.getElementById('app')
if (place === null) throw new TypeError('The page has no place for the fleet')
const shore = new Shore(page.productWord, sessionStorage)
render(<Fleet model={new FleetModel(shore)} productWord={page.productWord} />, place)
