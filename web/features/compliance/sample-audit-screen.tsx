import type { SampleAudit } from '../../../contract/sample-audits.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { PercentageBar } from '../../ui/percentage-bar.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { compliancePaths, complianceTrail } from './compliance-paths.ts'
import { monthText } from './compliance-words.ts'

type Criterion = SampleAudit['criteria'][number]
type SampledConsent = SampleAudit['consents'][number]

const criterionColumns: Column<Criterion>[] = [
  { key: 'says', header: 'Criterion', cell: ({ id, says }) => `${id} ${says}` },
  {
    key: 'item',
    header: 'Item',
    cell: ({ item }) => (
      <Link href={compliancePaths.item(item)} className="text-link">
        {item}
      </Link>
    ),
  },
  {
    key: 'met',
    header: 'Met',
    cell: ({ met, of }) => (
      <>
        <PercentageBar part={met} total={of} />
        {of > 0 && (
          <span className="block text-small text-muted tabular-nums">
            {met} of {of}
          </span>
        )}
      </>
    ),
  },
]

const columnsOf = (hrefOfConsent: (consentId: string) => string): Column<SampledConsent>[] => [
  {
    key: 'title',
    header: 'Consent',
    cell: ({ id, title }) =>
      title === null ? (
        <span className="text-muted">Record deleted since</span>
      ) : (
        <Link href={hrefOfConsent(id)} dir="auto" className="text-link">
          {title}
        </Link>
      ),
  },
  { key: 'applied', header: 'Criteria', cell: ({ applied }) => `${applied} applied` },
  {
    key: 'gaps',
    header: 'Gaps',
    cell: ({ gaps }) =>
      gaps.length === 0 ? <Badge tone="ok">None</Badge> : <Badge tone="warn">{gaps.join(', ')}</Badge>,
  },
]

type AuditScreenProps = { audit: SampleAudit; hrefOfConsent: (consentId: string) => string }

/** One sample: what was found by criterion, and on which consents. */
export function SampleAuditScreen({ audit, hrefOfConsent }: AuditScreenProps) {
  const { groups, criteria, consents, month, size, population } = audit
  return (
    <>
      <PageHeader
        back={
          <Breadcrumbs
            trail={complianceTrail(true, { href: compliancePaths.audits, label: 'Sample audits' })}
          />
        }
        title={`Sample audit of ${monthText(month)}`}
        lead={`${size} of ${population} consents that were finalised in this month, audited on ${dayText(audit.at)} by ${audit.madeBy}.`}
      />
      {groups.map(({ id, title, need }) => (
        <section key={id} className="mt-5">
          <h2>{title}</h2>
          <p className="mt-0.5 text-muted">{need}</p>
          <DataTable
            caption={title}
            className="mt-3"
            columns={criterionColumns}
            rows={criteria.filter(({ group }) => group === id)}
            rowKey={(criterion) => criterion.id}
            empty={null}
          />
        </section>
      ))}
      <section className="mt-5">
        <h2>Sampled consents</h2>
        <DataTable
          caption="Sampled consents"
          className="mt-3"
          columns={columnsOf(hrefOfConsent)}
          rows={consents}
          rowKey={({ id }) => id}
          empty={<p className="px-5 py-8 text-muted">No consents were finalised in this month.</p>}
        />
      </section>
      <Panel title="How the sample was selected" className="mt-5 max-w-column">
        <p>
          At random from this seed. The same seed always gives the same sample, so consents cannot be
          hand-picked.
        </p>
        <p className="mt-2 font-mono text-small wrap-anywhere">{audit.seed}</p>
      </Panel>
    </>
  )
}
