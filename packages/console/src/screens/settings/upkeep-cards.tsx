import type { DoctorReport } from '@marinedata/model'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { Card, Choosing } from './own-card.tsx'

const scopes = ['all', 'small'] as const
type BackupScope = (typeof scopes)[number]

const queries: Readonly<Record<BackupScope, string>> = { all: '', small: '?without=charts,history' }

const BackupCard = (): JSX.Element => {
  const { productWord } = useBoat()
  const [scope, setScope] = useState<BackupScope>('all')
  return (
    <Card title={t('settings.backup')}>
      <p class="quiet">{t('settings.backup.text')}</p>
      <Choosing
        of="backup"
        label={t('settings.backup.scope')}
        value={scope}
        choices={scopes.map((value) => ({ value, label: t(`settings.backup.${value}`) }))}
        onChoose={setScope}
      />
      <a
        class="button"
        href={`/${productWord}/v2/api/backup${queries[scope]}`}
        download
        data-testid="download-backup"
      >
        {t('settings.backup.download')}
      </a>
    </Card>
  )
}

const marks = { ok: '✓', advice: '•', problem: '!' } as const

const Findings = ({ findings }: Pick<DoctorReport, 'findings'>): JSX.Element => (
  <ul class="upkeep-findings" data-testid="doctor-findings">
    {findings.map(({ check, level, message, action }) => (
      <li key={message} data-level={level}>
        <strong>
          {marks[level]} {t(`settings.doctor.${check}`)}
        </strong>
        <span>{message}</span>
        {action !== undefined && <span class="quiet">→ {action}</span>}
      </li>
    ))}
  </ul>
)

const DoctorCard = (): JSX.Element => {
  const { client } = useBoat()
  const [report, setReport] = useState<DoctorReport | 'running' | 'failed'>()
  const check = (): void => {
    setReport('running')
    client.call<DoctorReport>('GET', 'doctor').then(setReport, () => setReport('failed'))
  }
  return (
    <Card title={t('settings.doctor')}>
      <p class="quiet">{t('settings.doctor.text')}</p>
      <button
        type="button"
        class="button"
        disabled={report === 'running'}
        data-testid="run-doctor"
        onClick={check}
      >
        {t('settings.doctor.run')}
      </button>
      {report === 'failed' && <p role="alert">{t('settings.doctor.failed')}</p>}
      {typeof report === 'object' && <Findings findings={report.findings} />}
    </Card>
  )
}

/** Backup and checks, for owners. */
export const UpkeepCards = (): JSX.Element | null => {
  const { session } = useBoat()
  if (!session.mayAdminister.value) return null
  return (
    <>
      <BackupCard />
      <DoctorCard />
    </>
  )
}
