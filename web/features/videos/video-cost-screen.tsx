import { useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { Column } from '../../ui/table-row.tsx'
import {
  barFraction,
  parseCount,
  dollarText,
  monthlyCosts,
  type MonthlyCost,
  type VideoUsageEstimate,
} from './video-cost.ts'

type Words = { heading: string; lead: string; chart: string; table: string; note: string }

const fields: readonly { key: keyof VideoUsageEstimate; label: string; max: number; begin: string }[] = [
  { key: 'videos', label: 'Videos stored', max: 100_000, begin: '50' },
  { key: 'megabytesEach', label: 'Megabytes per video', max: 10_000, begin: '40' },
  { key: 'viewsAMonth', label: 'Plays per month', max: 100_000_000, begin: '2,000' },
]

const rangeErrorText = (max: number) => `Enter a number from 0 to ${numberText(max)}`

/** A calculator: what it costs to keep and show videos, drawn and as a table. */
export function VideoCostScreen({ words }: { words: Words }) {
  const [typed, setTyped] = useState<Record<string, string>>(
    Object.fromEntries(fields.map(({ key, begin }) => [key, begin])),
  )
  const counts = fields.map(({ key, max }) => parseCount(typed[key] ?? '', max))
  const [videos, megabytesEach, viewsAMonth] = counts.map((count) => count ?? 0)
  const costs = monthlyCosts({
    videos: videos ?? 0,
    megabytesEach: megabytesEach ?? 0,
    viewsAMonth: viewsAMonth ?? 0,
  })
  return (
    <div className="mx-auto max-w-page space-y-6">
      <PageHeader title={words.heading} lead={words.lead} />
      <Panel title="Your videos">
        <div className="grid gap-5 sm:grid-cols-3">
          {fields.map(({ key, label, max }, index) => (
            <TextField
              key={key}
              label={label}
              inputMode="decimal"
              autoComplete="off"
              value={typed[key] ?? ''}
              error={counts[index] === null ? rangeErrorText(max) : undefined}
              onChange={({ target }) => setTyped((now) => ({ ...now, [key]: target.value }))}
            />
          ))}
        </div>
      </Panel>
      <Panel title={words.chart} lead={words.note}>
        <CostChart costs={costs} />
      </Panel>
      <section aria-labelledby="cost-table">
        <h2 id="cost-table" className="mb-3">
          {words.table}
        </h2>
        <DataTable
          caption={words.chart}
          columns={columns}
          rows={costs}
          rowKey={({ key }) => key}
          empty={null}
        />
      </section>
    </div>
  )
}

const columns: readonly Column<MonthlyCost>[] = [
  { key: 'label', header: 'Provider', cell: ({ label }) => label },
  { key: 'storage', header: 'Storage', align: 'end', cell: ({ storage }) => dollarText(storage) },
  { key: 'bandwidth', header: 'Playback', align: 'end', cell: ({ bandwidth }) => dollarText(bandwidth) },
  { key: 'total', header: 'Total', align: 'end', cell: ({ total }) => dollarText(total) },
]

const row_height = 56
const bar_top = 24
const bar_height = 20
const bar_width_max = 300
const chart_width = 400

/** Bars of the same figures that stand in the table beside it. */
const CostChart = ({ costs }: { costs: readonly MonthlyCost[] }) => (
  <svg
    viewBox={`0 0 ${chart_width} ${row_height * costs.length}`}
    role="img"
    aria-label={costs.map(({ label, total }) => `${label}: ${dollarText(total)}`).join('; ')}
    className="w-full max-w-md text-ink"
  >
    {costs.map(({ key, label, total }, index) => {
      const width = barFraction(total, costs) * bar_width_max
      return (
        <g key={key} transform={`translate(0 ${row_height * index})`}>
          <text y={16} fontSize={14} fill="currentColor">
            {label}
          </text>
          <rect y={bar_top} width={Math.max(width, 2)} height={bar_height} rx={3} className="fill-brand" />
          <text x={width + 10} y={bar_top + 15} fontSize={14} fill="currentColor">
            {dollarText(total)}
          </text>
        </g>
      )
    })}
  </svg>
)
