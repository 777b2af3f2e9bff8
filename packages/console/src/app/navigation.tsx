import type { JSX } from 'preact'
import { icons } from '#parts/icons.tsx'
import { t } from '#words/words.ts'
import { useConsole } from './console-context.ts'
import { hrefOf, type ScreenId } from './router.ts'
import { screenList } from './screen-list.ts'
import './navigation.css'

const placeOf = (id: ScreenId) => screenList.find((entry) => entry.id === id)?.place

/** Screens without an entry of their own count as "More". */
const isCurrent = (id: ScreenId, open: ScreenId): boolean =>
  id === open || (id === 'more' && placeOf(open) === 'more')

/** On a phone, screens of the rail count as "More", too. */
const classOf = (id: ScreenId, open: ScreenId): string => {
  if (placeOf(id) === 'rail') return 'only-wide'
  return id === 'more' && placeOf(open) === 'rail' ? 'holds-open' : ''
}

export const Navigation = (): JSX.Element => {
  const { router, urgent } = useConsole()
  const open = router.route.value.screen
  return (
    <nav class="navigation" aria-label={t('shell.boat')} inert={urgent.value === 'alarm'}>
      {screenList
        .filter(({ place }) => place !== 'more')
        .map(({ id, icon, word }) => {
          const Icon = icons[icon]
          return (
            <a
              key={id}
              href={hrefOf(id)}
              class={classOf(id, open)}
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
