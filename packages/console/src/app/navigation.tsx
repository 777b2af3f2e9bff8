import type { JSX } from 'preact'
import { icons } from '#parts/icons.tsx'
import { t } from '#words/words.ts'
import { useConsole } from './console-context.ts'
import { hrefOf, type ScreenId } from './router.ts'
import { screenList } from './screen-list.ts'

/** On a phone, screens without a place of their own are shown under "More". */
const isCurrent = (id: ScreenId, open: ScreenId): boolean =>
  id === open || (id === 'more' && screenList.some((entry) => entry.id === open && entry.place === 'more'))

export const Navigation = (): JSX.Element => {
  const { router, urgent } = useConsole()
  const open = router.route.value.screen
  return (
    <nav class="navigation" aria-label={t('shell.boat')} inert={urgent.value === 'alarm'}>
      {screenList
        .filter(({ place }) => place !== 'more')
        .map(({ id, icon, word, place }) => {
          const Icon = icons[icon]
          return (
            <a
              key={id}
              href={hrefOf(id)}
              class={place === 'rail' ? 'only-wide' : ''}
              aria-current={isCurrent(id, open) ? 'page' : undefined}
              data-testid={`nav-${id}`}
            >
              <Icon />
              {t(word)}
            </a>
          )
        })}
    </nav>
  )
}
