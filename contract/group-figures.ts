import { z } from 'zod'
import { ConsentOutcomes } from './analytics.ts'
import { MetricsPeriod } from './clinic-figures.ts'
import { fileRoute, operation } from './kit.ts'
import { GroupUse } from './practice-groups.ts'

const Row = z.object({
  /** Of a practice its id, of a month its name: 2026-03. */
  key: z.string(),
  name: z.string(),
  /** Of months in which a practice sent at least `figure_group_min`. */
  outcomes: ConsentOutcomes,
  /** Months of the practice, or practices in the month, that sent too few to be told of: they are in no sum. */
  leftOut: z.int(),
})
export type GroupFigureRow = z.infer<typeof Row>

const Overview = z.object({
  group: z.string(),
  /** The first and the last month, as year and month. */
  period: z.object({ from: z.string(), to: z.string() }),
  total: ConsentOutcomes,
  /** Most consents first. */
  practices: z.array(Row),
  /** All practices together; oldest first, without a gap. */
  months: z.array(Row),
  use: GroupUse,
})
export type GroupOverview = z.infer<typeof Overview>

/** The tables of the page, each a file of its own. */
const groupFigureTables = ['practices', 'months'] as const
export type GroupFigureTable = (typeof groupFigureTables)[number]

/** Figures across a group: counts of practices that agreed to show them, and nothing of months with few consents. */
export const groupFigures = {
  overview: operation({
    method: 'GET',
    path: '/api/group/figures',
    summary: 'Outcomes of the consents of a group, by practice and by month sent',
    access: 'group',
    audit: null,
    input: MetricsPeriod,
    output: Overview,
    example: { period: 'months', from: '2026-01', to: '2026-06' },
  }),
}

export const groupFigureFiles = {
  table: fileRoute({
    path: '/api/group/figures/:table.csv',
    summary: 'One table of these figures as CSV',
    access: 'group',
    audit: { done: 'analytics.exported' },
    params: MetricsPeriod.safeExtend({ table: z.enum(groupFigureTables) }),
    example: { table: 'practices', period: 'months', from: '2026-01', to: '2026-06' },
  }),
}
