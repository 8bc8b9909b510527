import { describeBasis, type RiskBasis } from '../../../contract/risk-basis.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'

type SourcedRisk = {
  label: string
  band: string
  serious: boolean
  source: string
  basis?: RiskBasis | undefined
}

/** Risks as a list for clinicians, each with what its band rests on. */
export function RiskSources({ risks }: { risks: readonly SourcedRisk[] }) {
  return (
    <ul className="space-y-2.5">
      {risks.map(({ label, band, serious, ...risk }, index) => (
        <li key={index}>
          <span className="flex flex-wrap items-center gap-x-2">
            <span dir="auto">{label}</span>
            <span className="text-small text-muted">{band}</span>
            {serious && <Badge tone="warn">Serious</Badge>}
          </span>
          <span className="block text-small text-muted">
            <RiskSource {...risk} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** 'Kang et al. 2020 · moderate certainty · 0.28 in 100 teeth'; the source as it was written where nobody graded it. */
function RiskSource({ source, basis }: Pick<SourcedRisk, 'source' | 'basis'>) {
  if (basis?.searchedOn) return `No published figure found, searched on ${calendarDayText(basis.searchedOn)}`
  if (!basis?.citation) return <span dir="auto">{source || 'No source given'}</span>
  return (
    <>
      {basis.url ? (
        <a href={basis.url} target="_blank" rel="noreferrer" title={source} className="text-link">
          {basis.citation}
        </a>
      ) : (
        basis.citation
      )}
      {` · ${describeBasis(basis)}`}
    </>
  )
}
