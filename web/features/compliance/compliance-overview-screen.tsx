import type { ComplianceItem } from '../../../contract/compliance.ts'
import type { Api } from '../../api.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { compliancePaths, complianceTrail } from './compliance-paths.ts'
import { PeriodForm } from './compliance-period-form.tsx'
import { periodSearchParams, type PeriodQuery } from './compliance-period.ts'
import { ComplianceTabs } from './compliance-tabs.tsx'
import {
  formatChange,
  formatFigure,
  denominatorText,
  spanText,
  stateTones,
  stateWords,
  targetText,
} from './compliance-words.ts'
import { IncompleteDataNotice } from './incomplete-data-notice.tsx'

export type ComplianceOverview = Awaited<ReturnType<Api['compliance']['overview']>>

type OverviewScreenProps = {
  overview: ComplianceOverview
  query: PeriodQuery
  busy: boolean
  onQuery: (query: PeriodQuery) => void
}

const keyQuestions = [
  ['safe', 'Safe'],
  ['effective', 'Effective'],
  ['caring', 'Caring'],
  ['responsive', 'Responsive'],
  ['well-led', 'Well-led'],
] as const

/** The evidence list by key question: each item by itself, and no score of them. */
export function ComplianceOverviewScreen({ overview, query, busy, onQuery }: OverviewScreenProps) {
  const { framework, items, span } = overview
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={complianceTrail(false)} />}
        title={`${framework.short} evidence`}
        lead="Evidence on consent, calculated from your records. Targets are suggestions, and there is no overall score."
      />
      <ComplianceTabs current={compliancePaths.overview} />
      <div className="mt-5 flex flex-wrap items-end justify-between gap-4">
        <PeriodForm key={span.from + span.to} query={query} span={span} busy={busy} onSubmit={onQuery} />
        <p className="text-muted tabular-nums">{spanText(span)}</p>
      </div>
      <IncompleteDataNotice uncounted={overview.uncounted} />
      <div className="mt-5 space-y-5" aria-busy={busy}>
        {keyQuestions.map(([id, title]) => (
          <QuestionPanel
            key={id}
            title={title}
            theme={framework.themes[id]}
            items={items.filter(({ keyQuestion }) => keyQuestion === id)}
            search={periodSearchParams(query)}
          />
        ))}
      </div>
      <FrameworkNote framework={framework} />
    </>
  )
}

type QuestionPanelProps = {
  title: string
  theme: string | undefined
  items: readonly ComplianceItem[]
  search: string
}

const QuestionPanel = ({ title, theme, items, search }: QuestionPanelProps) => (
  <Panel title={title} lead={theme && theme !== title ? theme : undefined} flush>
    <ul className="divide-y divide-line border-t border-line">
      {items.map((item) => (
        <li key={item.id} className="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-3">
          <div className="min-w-0 flex-1 basis-64">
            <Link href={compliancePaths.item(item.id) + search} className="font-medium text-link">
              {item.ask}
            </Link>
            <p className="text-small text-muted">
              {item.id} · {item.id === 'CQ39' ? 'Broken down by group' : targetText(item)}
              {item.openActions > 0 &&
                ` · ${item.openActions} open ${item.openActions === 1 ? 'action' : 'actions'}`}
            </p>
          </div>
          {item.id !== 'CQ39' && <ItemFigure item={item} />}
        </li>
      ))}
    </ul>
  </Panel>
)

const ItemFigure = ({ item }: { item: ComplianceItem }) => (
  <div className="flex flex-wrap items-center gap-x-5 gap-y-1 tabular-nums">
    <p className="w-40">
      <span className="font-semibold">{formatFigure(item, item.unit)}</span>
      <span className="block text-small text-muted first-letter:uppercase">
        {[denominatorText(item), formatChange(item)].filter(Boolean).join(', ')}
      </span>
    </p>
    <span className="w-32">
      <Badge tone={stateTones[item.state]}>{stateWords[item.state]}</Badge>
    </span>
  </div>
)

function FrameworkNote({ framework }: Pick<ComplianceOverview, 'framework'>) {
  return (
    <section className="mt-6 max-w-prose space-y-2 text-small text-muted">
      <h2 className="text-h3">Sources of the list</h2>
      <p>
        {framework.regulator}, {framework.nation}. {framework.regulations}. Evidence list version{' '}
        {framework.version}, checked {calendarDayText(framework.checkedOn)}.
      </p>
      {framework.frameworks.map(({ id, title, isInForce, note }) => (
        <p key={id}>
          <span className="font-medium">{id}</span>, {title} ({isInForce ? 'in force' : 'drafted'}): {note}
        </p>
      ))}
      {!framework.isConfirmed && (
        <InlineMessage tone="info">
          How the items map to the themes of {framework.short} has not yet been confirmed by a reviewer.
        </InlineMessage>
      )}
    </section>
  )
}
