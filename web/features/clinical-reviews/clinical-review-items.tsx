import type { ClinicalReviewItem } from '../../../contract/clinical-reviews.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import type { Column } from '../../ui/table-row.tsx'

const kindTitles: Record<ClinicalReviewItem['kind'], string> = {
  risk: 'Risks',
  claim: 'Other claims',
  statement: 'The whole text',
}
const kinds = ['risk', 'claim', 'statement'] as const

/** Everything a reviewer is asked about a version, with what it rests on and each reviewer's answer. */
export const ClinicalReviewItems = ({ items }: { items: readonly ClinicalReviewItem[] }) => (
  <div className="min-w-0 space-y-6">
    {kinds
      .map((kind) => ({ kind, rows: items.filter((item) => item.kind === kind) }))
      .filter(({ rows }) => rows.length > 0)
      .map(({ kind, rows }) => (
        <section key={kind} aria-labelledby={`items-${kind}`}>
          <h2 id={`items-${kind}`}>{kindTitles[kind]}</h2>
          <DataTable
            caption={kindTitles[kind]}
            className="mt-3"
            columns={
              kind === 'statement' ? [itemColumn, answerColumn] : [itemColumn, sourceColumn, answerColumn]
            }
            rows={rows}
            rowKey={({ item }) => item}
            empty={null}
          />
        </section>
      ))}
  </div>
)

const itemColumn: Column<ClinicalReviewItem> = {
  key: 'item',
  header: 'Item',
  cell: ({ item, text, band, isSerious }) => (
    <span className="block min-w-40">
      <span className="block" dir="auto">
        {`${item} · ${text}`}
      </span>
      {band && (
        <span className="block text-small font-normal text-muted">{`${band}${isSerious ? ', serious' : ''}`}</span>
      )}
    </span>
  ),
}

const sourceColumn: Column<ClinicalReviewItem> = {
  key: 'source',
  header: 'Source',
  cell: ({ source, basis, url, outdated }) => (
    <span className="block text-small">
      <span className="block wrap-anywhere">
        {url ? (
          <a href={url} className="text-link" target="_blank" rel="noreferrer">
            {source}
          </a>
        ) : (
          (source ?? 'No source')
        )}
      </span>
      {basis && <span className="block text-muted">{basis}</span>}
      {outdated && <Badge tone="bad">{outdated === 'withdrawn' ? 'Withdrawn' : 'Superseded'}</Badge>}
    </span>
  ),
}

const answerColumn: Column<ClinicalReviewItem> = {
  key: 'answers',
  header: 'Answers',
  cell: ({ answers }) =>
    answers.length === 0 ? (
      <span className="text-muted">None</span>
    ) : (
      <ul className="space-y-2">
        {answers.map(({ reviewerName, gdcNumber, agrees, remark }) => (
          <li key={gdcNumber}>
            <Badge tone={agrees ? 'ok' : 'bad'}>{agrees ? 'Agrees' : 'Disagrees'}</Badge>{' '}
            <span className="text-small text-muted" dir="auto">
              {reviewerName}
            </span>
            {remark && (
              <span className="block whitespace-pre-line" dir="auto">
                {remark}
              </span>
            )}
          </li>
        ))}
      </ul>
    ),
}
