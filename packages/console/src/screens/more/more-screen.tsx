import type { ComponentChildren, JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { helpAddress } from '#device/device.tsx'
import { hrefOf, screenList } from '#page/router.ts'
import { useBoat } from '#boat/boat.ts'
import { isPrivateConnection } from '#boat/link.ts'
import { textIn } from '#boat/values.ts'
import { useHasWeather } from '#boat/weather-offered.ts'
import { icons, lineIcon } from '#theme/icons.tsx'
import { roleName } from '#words/role-name.ts'
import { t } from '#words/screen-words.ts'
import './more.css'

const entries = screenList.filter((entry) => entry.place !== 'bar')

interface WordsProps {
  readonly title: string
  readonly sentence: string
}

const Words = ({ title, sentence }: WordsProps): JSX.Element => (
  <span class="more-words">
    <strong>{title}</strong>
    <span class="quiet small">{sentence}</span>
  </span>
)

/** Icons of this screen only are not part of the first load. */
const DeveloperIcon = lineIcon(<path d="M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 4l-3 16" />)
const WeatherIcon = lineIcon(<path d="M3 9h11a3 3 0 1 0-3-3M3 14h15a3 3 0 1 1-3 3M3 19h7" />)
const GuideIcon = lineIcon(
  <path d="M12 6c-2.5-1.7-5.5-2-8-2v14c2.5 0 5.5.3 8 2 2.5-1.7 5.5-2 8-2V4c-2.5 0-5.5.3-8 2zM12 6v14" />,
)

/** The weather at the boat, on the chart, if a plugin knows it. */
const WeatherLink = (): JSX.Element | null =>
  useHasWeather() ? (
    <a class="button" href={hrefOf('chart', 'weather')} data-testid="weather">
      <WeatherIcon />
      <Words title={t('chart.weather')} sentence={t('more.about.weather')} />
    </a>
  ) : null

/** The guide that the boat serves, if it is built. Opens a new tab, as does the API reference below. */
const GuideLink = (): JSX.Element | null =>
  document.documentElement.dataset['guide'] === 'served' ? (
    <a class="button" href="/guide/" target="_blank" rel="noreferrer" data-testid="guide">
      <GuideIcon />
      <Words title={t('more.guide')} sentence={t('more.about.guide')} />
    </a>
  ) : null

/** The API reference of this boat, in a new tab: alarms sound only while the console is open. */
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
      <DeveloperIcon />
      <Words title={t('more.developer')} sentence={t('more.about.developer')} />
    </a>
  )
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** The boat and the user, and the address that other devices open. */
const About = (): JSX.Element => {
  const { session, values } = useBoat()
  const { name, roles } = session.me.value
  // An address such as 127.0.0.1 is of no use on another device.
  const isOnlyHere = isPrivateConnection() && location.protocol !== 'https:'
  return (
    <section class="card more-about" data-testid="more-about">
      <h2>{textIn(values.of('name').value) ?? t('screen.boat')}</h2>
      <dl>
        <Fact label={t('settings.person')}>
          {name ?? '–'} · {roles.map(roleName).join(', ')}
        </Fact>
        {!isOnlyHere && <Fact label={t('more.address')}>{location.origin}</Fact>}
        <Fact label={t('more.connection')}>
          {isPrivateConnection() ? (
            t('more.private')
          ) : (
            <>
              {t('more.open')} <a href={helpAddress}>{t('shell.adviceHow')}</a>
            </>
          )}
        </Fact>
      </dl>
    </section>
  )
}

/** Links to the screens that are not in the navigation of this device, and facts about the connection. */
export const MoreScreen = (): JSX.Element => (
  <div class="page more-page">
    <nav class="more-list" aria-label={t('screen.more')}>
      {entries.map(({ id, icon, word, place }) => {
        const Icon = icons[icon]
        return (
          <a key={id} class={`button ${place === 'rail' ? 'only-narrow' : ''}`} href={hrefOf(id)}>
            <Icon />
            <Words title={t(word)} sentence={t(`more.about.${id}`)} />
          </a>
        )
      })}
      <WeatherLink />
      <GuideLink />
      <DeveloperLink />
    </nav>
    <About />
  </div>
)
