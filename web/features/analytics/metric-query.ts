import type { MetricsPeriod } from '../../../contract/clinic-figures.ts'

export const metricViews = [
  { view: 'overview', label: 'Overview' },
  { view: 'treatments', label: 'Treatments' },
  { view: 'clinicians', label: 'Clinicians' },
  { view: 'reading', label: 'Reading' },
  { view: 'feedback', label: 'Feedback' },
  { view: 'outcomes', label: 'Outcomes' },
] as const
export type MetricView = (typeof metricViews)[number]['view']

export const metricPeriods = [
  { value: 'month', label: 'This month' },
  { value: 'quarter', label: 'This quarter' },
  { value: 'year', label: 'This year' },
  { value: 'months', label: 'Custom period' },
] as const

export type MetricQuery = { view: MetricView; asked: MetricsPeriod }

const isMonth = (text: string | null): text is string =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** What the address asks for; what is malformed counts as absent, so that an old bookmark still opens. */
export function parseMetricQuery(params: URLSearchParams): MetricQuery {
  const view = metricViews.find((each) => each.view === params.get('view'))?.view ?? 'overview'
  const period = metricPeriods.find(({ value }) => value === params.get('period'))?.value ?? 'year'
  const [from, to] = [params.get('from'), params.get('to')]
  if (period !== 'months') return { view, asked: { period } }
  if (!isMonth(from) || !isMonth(to) || from > to) return { view, asked: { period: 'year' } }
  return { view, asked: { period, from, to } }
}

/** The period as a query, as screens and files take it. */
const periodQuery = ({ period, from, to }: MetricsPeriod): URLSearchParams =>
  new URLSearchParams({ period, ...(from && { from }), ...(to && { to }) })

/** The address of a view of these figures. */
export function metricHref({ view, asked }: MetricQuery): string {
  const query = periodQuery(asked)
  if (view !== 'overview') query.set('view', view)
  return `?${query}`
}

/** Where the tables of a practice are, each a file. */
export const clinicTables = '/api/clinic/analytics/tables'
export const tableHref = (tables: string, table: string, asked: MetricsPeriod): string =>
  `${tables}/${table}.csv?${periodQuery(asked)}`
export const reportHref = (asked: MetricsPeriod): string =>
  `/api/clinic/analytics/figures.pdf?${periodQuery(asked)}`
