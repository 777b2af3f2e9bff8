import { render } from 'preact'
import { effect } from '@preact/signals'
import { App } from '#app/app.tsx'
import { pageOf } from '#page/page.ts'
import { Preferences } from '#boat/preferences.ts'
import { setTimeFormat, languageOf, setLanguage } from './words/words.ts'
import '#theme/base.css'
import '#parts/parts.css'

const page = pageOf(document, location)
const preferences = new Preferences(localStorage)
effect(() => {
  const language = languageOf(preferences.of('language').value, navigator.languages)
  page.root.lang = language
  setTimeFormat({ clock: preferences.of('clock').value, language })
  void setLanguage(language)
})

const place = document.getElementById('app')
if (place === null) throw new TypeError('The page has no place for the console')
render(<App page={page} preferences={preferences} />, place)
