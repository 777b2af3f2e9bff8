import type { ServerInfo } from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { Resource } from '#boat/requests.ts'
import { QrCode } from '#parts/qr-code.tsx'
import { t } from '#words/screen-words.ts'
import { Card } from './own-card.tsx'

/** Where other devices open the console: as links, with a code of the best one. */
const AddressCard = ({ addresses }: Pick<ServerInfo, 'addresses'>): JSX.Element => {
  const [best] = addresses
  return (
    <Card title={t('settings.addresses')}>
      <p class="quiet">{t(best === undefined ? 'settings.addresses.none' : 'settings.addresses.text')}</p>
      {best !== undefined && (
        <>
          <ul class="settings-list" data-testid="boat-addresses">
            {addresses.map((address) => (
              <li key={address}>
                <a href={address}>{address}</a>
              </li>
            ))}
          </ul>
          <QrCode text={best} />
        </>
      )}
    </Card>
  )
}

/** Settings that the server has ignored. */
const IgnoredCard = ({ ignoredSettings }: Pick<ServerInfo, 'ignoredSettings'>): JSX.Element => (
  <Card title={t('settings.ignored')}>
    <p>{t('settings.ignored.text')}</p>
    <ul class="settings-list" data-testid="ignored-settings">
      {ignoredSettings.map((path) => (
        <li key={path}>
          <code>{path}</code>
        </li>
      ))}
    </ul>
  </Card>
)

/** The addresses of the boat, and for owners the settings without effect. */
export const ServerCards = (): JSX.Element | null => {
  const { client, link, session } = useBoat()
  const [loaded] = useState(() => new Resource(() => client.call('GET server')))
  const isLost = link.isLost.value
  useEffect(() => {
    if (!isLost) void loaded.refresh()
  }, [isLost])
  const info = loaded.value.value
  if (info === undefined) return null
  return (
    <>
      {session.mayAdminister.value && info.ignoredSettings.length > 0 && (
        <IgnoredCard ignoredSettings={info.ignoredSettings} />
      )}
      <AddressCard addresses={info.addresses} />
    </>
  )
}
