import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PersonRole } from '@marinedata/model'
import { useBoat } from '#boat/boat-context.ts'
import { sentenceOf } from '#boat/refusals.ts'
import { isGuarded, secureAddress } from '#entry/own-line.ts'
import { t } from '#words/people.ts'
import { AccessBook, type AccessPage } from './access-book.ts'
import { AuditRow, CredentialRow, PersonRow, RoleChoice, WaitingRow, type Change } from './access-rows.tsx'
import { QrCode } from './qr-code.tsx'
import './access.css'

const lookEveryMs = 2_000

interface ListProps {
  readonly title: string
  readonly empty: string
  readonly testId: string
  readonly children: readonly JSX.Element[]
}

const List = ({ title, empty, testId, children }: ListProps): JSX.Element => (
  <section class="card access-card" data-testid={testId}>
    <h2>{title}</h2>
    {children.length === 0 ? <p class="quiet">{empty}</p> : <ul class="access-list">{children}</ul>}
  </section>
)

const Inviting = ({ book, change }: { readonly book: AccessBook; readonly change: Change }): JSX.Element => {
  const [role, setRole] = useState<PersonRole>('crew')
  const [link, setLink] = useState<string | undefined>(undefined)
  const invite = async (): Promise<void> => setLink((await book.invite(role)).link)
  return (
    <section class="card access-card">
      <h2>{t('access.invite')}</h2>
      <div class="access-let-in">
        <RoleChoice role={role} label={t('access.joinAs')} onChoose={setRole} />
        <button
          type="button"
          class="button strong"
          onClick={() => change(t('access.invited', { role }), invite)}
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
    </section>
  )
}

interface BookProps {
  readonly book: AccessBook
  readonly page: AccessPage
  readonly change: Change
}

/** On a lost line everything can be read, and nothing can be done. */
const Book = ({ book, page, change }: BookProps): JSX.Element => (
  <fieldset class="access-book" disabled={useBoat().link.isLost.value}>
    <List title={t('access.waiting')} empty={t('access.nobodyWaits')} testId="access-waiting">
      {page.pairings.map((pairing) => (
        <WaitingRow key={pairing.id} pairing={pairing} book={book} change={change} />
      ))}
    </List>
    <Inviting book={book} change={change} />
    <List title={t('access.people')} empty={t('access.nobody')} testId="access-people">
      {page.people.map((person) => (
        <PersonRow key={person.name} person={person} book={book} change={change} />
      ))}
    </List>
    <List title={t('access.credentials')} empty={t('access.nothing')} testId="access-credentials">
      {page.credentials.map((credential) => (
        <CredentialRow key={credential.id} credential={credential} book={book} change={change} />
      ))}
    </List>
    <List title={t('access.audit')} empty={t('access.nothing')} testId="access-audit">
      {page.audit.map((entry) => (
        <AuditRow key={entry.number} entry={entry} />
      ))}
    </List>
  </fieldset>
)

interface Said {
  readonly sentence: string
  readonly isGood: boolean
}

/** Reads the book again and again while someone looks: a device may be waiting. */
const useBook = (): {
  readonly book: AccessBook
  readonly said: Said | undefined
  readonly change: Change
} => {
  const { client } = useBoat()
  const [book] = useState(() => new AccessBook(client))
  const [said, setSaid] = useState<Said | undefined>(undefined)
  const complain = (error: unknown): void => setSaid({ sentence: sentenceOf(error), isGood: false })
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') book.refresh().catch(complain)
    }
    look()
    const looking = setInterval(look, lookEveryMs)
    return () => clearInterval(looking)
  }, [])
  const change: Change = (sentence, act) =>
    void act().then(() => setSaid({ sentence, isGood: true }), complain)
  return { book, said, change }
}

const OwnerPage = (): JSX.Element => {
  const { book, said, change } = useBook()
  const page = book.page.value
  return (
    <div class="page">
      {said !== undefined && (
        <p class={`notice ${said.isGood ? 'good' : ''}`} role="status">
          {said.sentence}
        </p>
      )}
      {page === undefined ? (
        <p class="quiet">{t('access.asking')}</p>
      ) : (
        <Book book={book} page={page} change={change} />
      )}
    </div>
  )
}

const Closed = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <div class="page">
    <section class="card access-card">{children}</section>
  </div>
)

/** People and devices, for the owner: who waits, who is known, and what was done. */
export const AccessScreen = (): JSX.Element => {
  const { session } = useBoat()
  const { boat, name, roles } = session.me.value
  if (boat === 'open') return <Closed>{t('access.open')}</Closed>
  if (!roles.includes('owner'))
    return <Closed>{t('access.forOwner', { name: name ?? '', roles: roles.join(', ') })}</Closed>
  if (!session.mayAdminister.value && !isGuarded())
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
