import type { PersonRole } from '@marinedata/model'
import type { JSX, ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat, errorText } from '#boat/boat.ts'
import { isPrivateConnection, secureAddress } from '#boat/link.ts'
import { ConfirmButton } from '#parts/confirm-button.tsx'
import { QrCode } from '#parts/qr-code.tsx'
import { roleName } from '#words/role-name.ts'
import { t } from '#words/screen-words.ts'
import {
  AuditRow,
  CredentialRow,
  InvitationRow,
  PersonRow,
  RoleChoice,
  RoleLegend,
  WaitingRow,
  type Change,
} from './access-rows.tsx'
import { AccessStore, personRoles, type AccessPage, type InvitationLink } from './access-store.ts'
import { FamilyCard } from './family-card.tsx'
import './access.css'

const pollMs = 2_000

interface ListProps {
  readonly title: string
  readonly empty: string
  readonly testId: string
  readonly legend?: JSX.Element
  readonly children: readonly JSX.Element[]
}

const List = ({ title, empty, testId, legend, children }: ListProps): JSX.Element => (
  <section class={`card access-card ${testId}`} data-testid={testId}>
    <h2>{title}</h2>
    {children.length === 0 ? <p class="quiet">{empty}</p> : <ul class="access-list">{children}</ul>}
    {legend}
  </section>
)

const Inviting = ({ store, page, change }: AccessListsProps): JSX.Element => {
  const [role, setRole] = useState<PersonRole>('crew')
  const [made, setMade] = useState<InvitationLink | undefined>(undefined)
  const invite = async (): Promise<void> => setMade(await store.invite(role))
  // Until somebody uses it, or it is withdrawn.
  const link = page.invitations.some(({ id }) => id === made?.id) ? made?.link : undefined
  return (
    <section class="card access-card access-invite">
      <h2>{t('access.invite')}</h2>
      <div class="access-let-in">
        <RoleChoice roles={personRoles} role={role} label={t('access.joinAs')} onChoose={setRole} />
        <button
          type="button"
          class="button strong"
          onClick={() => change(t('access.invited', { role: roleName(role) }), invite)}
        >
          {t('access.makeLink')}
        </button>
      </div>
      {link !== undefined && (
        <div class="access-invitation">
          <QrCode text={link} />
          <a href={link}>{link}</a>
        </div>
      )}
      {page.invitations.length > 0 && (
        <ul class="access-list" data-testid="access-invitations">
          {page.invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} store={store} change={change} />
          ))}
        </ul>
      )}
    </section>
  )
}

const ShoreCard = ({ store, page: { shore }, change }: AccessListsProps): JSX.Element => (
  <section class="card access-card access-shore" data-testid="access-shore">
    <h2>{t('access.shore')}</h2>
    <div class="access-let-in">
      <p class="grow">
        {shore.open
          ? t('access.shoreOpen', { by: shore.by ?? '', minutes: Math.ceil((shore.seconds ?? 0) / 60) })
          : t('access.shoreLooks')}
      </p>
      {shore.open ? (
        <button
          type="button"
          class="button strong"
          onClick={() => change(t('access.shoreStopped'), () => store.closeToShore())}
        >
          {t('access.shoreStop')}
        </button>
      ) : (
        <ConfirmButton
          label={t('access.shorePermit')}
          question={t('access.sure')}
          onConfirm={() => change(t('access.shorePermitted'), () => store.openToShore())}
        />
      )}
    </div>
  </section>
)

interface AccessListsProps {
  readonly store: AccessStore
  readonly page: AccessPage
  readonly change: Change
}

/** On a lost connection everything can be read and nothing changed. */
const AccessLists = ({ store, page, change }: AccessListsProps): JSX.Element => (
  <fieldset class="access-lists" disabled={useBoat().link.isLost.value}>
    <List title={t('access.waiting')} empty={t('access.nobodyWaits')} testId="access-waiting">
      {page.pairings.map((pairing) => (
        <WaitingRow key={pairing.id} pairing={pairing} store={store} change={change} />
      ))}
    </List>
    <List
      title={t('access.people')}
      empty={t('access.nobody')}
      testId="access-people"
      legend={<RoleLegend />}
    >
      {page.people.map((person) => (
        <PersonRow key={person.name} person={person} store={store} change={change} />
      ))}
    </List>
    <Inviting store={store} page={page} change={change} />
    <ShoreCard store={store} page={page} change={change} />
    <FamilyCard store={store} family={page.family} change={change} />
    <List title={t('access.credentials')} empty={t('access.nothing')} testId="access-credentials">
      {page.credentials.map((credential) => (
        <CredentialRow key={credential.id} credential={credential} store={store} change={change} />
      ))}
    </List>
    <List title={t('access.audit')} empty={t('access.nothing')} testId="access-audit">
      {page.audit.map((entry) => (
        <AuditRow key={entry.number} entry={entry} />
      ))}
    </List>
  </fieldset>
)

interface Notice {
  readonly sentence: string
  readonly isGood: boolean
}

/** Polls while the page is visible: a device may request pairing. */
const useAccessStore = (): {
  readonly store: AccessStore
  readonly notice: Notice | undefined
  readonly change: Change
} => {
  const { client } = useBoat()
  const [store] = useState(() => new AccessStore(client))
  const [notice, setNotice] = useState<Notice | undefined>(undefined)
  const showError = (error: unknown): void => setNotice({ sentence: errorText(error), isGood: false })
  useEffect(() => store.page.poll(pollMs), [])
  const change: Change = (sentence, act) =>
    void act().then(() => setNotice({ sentence, isGood: true }), showError)
  const problem = store.page.problem.value
  return { store, notice: problem === undefined ? notice : { sentence: problem, isGood: false }, change }
}

const OwnerPage = (): JSX.Element => {
  const { store, notice, change } = useAccessStore()
  const page = store.page.value.value
  return (
    <div class="page">
      {notice !== undefined && (
        <p class={`notice ${notice.isGood ? 'good' : ''}`} role="status">
          {notice.sentence}
        </p>
      )}
      {page === undefined ? (
        <p class="quiet">{t('access.asking')}</p>
      ) : (
        <AccessLists store={store} page={page} change={change} />
      )}
    </div>
  )
}

const Closed = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <div class="page">
    <section class="card access-card">{children}</section>
  </div>
)

/** People and devices, for the owner: pairing requests, credentials, audit log. */
export const AccessScreen = (): JSX.Element => {
  const { session } = useBoat()
  const { boat, name, roles } = session.me.value
  if (boat === 'open') return <Closed>{t('access.open')}</Closed>
  if (!roles.includes('owner'))
    return (
      <Closed>{t('access.forOwner', { name: name ?? '', roles: roles.map(roleName).join(', ') })}</Closed>
    )
  if (!session.mayAdminister.value && !isPrivateConnection())
    return (
      <Closed>
        <p>{t('access.listened')}</p>
        <a class="button strong" href={secureAddress('/access')}>
          {t('entry.overHttps')}
        </a>
      </Closed>
    )
  return <OwnerPage />
}
