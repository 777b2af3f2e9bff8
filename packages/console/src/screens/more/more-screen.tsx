import type { JSX } from 'preact'
import { useConsole } from '#app/console-context.ts'
import { hrefOf, screenList } from '#app/router.ts'
import { icons } from '#parts/icons.tsx'
import { t } from '#words/words.ts'

/** The API reference of this boat, in a tab of its own: alarms sound only while the console is open. */
const DeveloperLink = (): JSX.Element => {
  const { theme } = useConsole()
  return (
    <a
      class="button"
      href={`/docs?palette=${theme.palette.value}`}
      target="_blank"
      rel="noreferrer"
      data-testid="developer"
    >
      <icons.developer />
      <span class="grow">{t('more.developer')}</span>
    </a>
  )
}

/** Links to the screens that are not in the navigation of this device. */
export const MoreScreen = (): JSX.Element => (
  <nav class="page more-list" aria-label={t('screen.more')}>
    {screenList
      .filter(({ place }) => place !== 'bar')
      .map(({ id, icon, word, place }) => {
        const Icon = icons[icon]
        return (
          <a key={id} class={`button ${place === 'rail' ? 'only-narrow' : ''}`} href={hrefOf(id)}>
            <Icon />
            <span class="grow">{t(word)}</span>
          </a>
        )
      })}
    <DeveloperLink />
  </nav>
)
