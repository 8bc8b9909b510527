import { z } from 'zod'
import { Groups, MetricsPeriod } from './clinic-figures.ts'
import { fileRoute, operation } from './kit.ts'

/** What became of the consents of the practices that show that: of each, and of all together by month. */
const GroupOverview = Groups.extend({
  group: z.string(),
  /** Oldest first, without a gap. */
  months: Groups.shape.groups,
  /** Practices that do not show theirs. */
  unshown: z.array(z.string()),
})
export type GroupOverview = z.infer<typeof GroupOverview>

/** The tables of the page, each a file of its own. */
const groupFigureTables = ['practices', 'months'] as const
export type GroupFigureTable = (typeof groupFigureTables)[number]

/** Figures across a group: counts of practices that agreed to show them, small ones left out as a practice's own are. */
export const groupFigures = {
  overview: operation({
    method: 'GET',
    path: '/api/group/figures',
    summary: 'Outcomes of the consents of a group, by practice and by month sent',
    access: 'group',
    audit: null,
    input: MetricsPeriod,
    output: GroupOverview,
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
