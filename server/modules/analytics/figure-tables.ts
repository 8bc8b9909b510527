import type {
  Feedback,
  FeedbackFigures,
  MetricsTable,
  GroupFigures,
  Groups,
  Overview,
  ReadingFigures,
} from '../../../contract/clinic-figures.ts'
import { figure_group_min, soon_after_reminder_hours } from '../../../contract/limits.ts'
import { feedbackQuestions, timeToSignBuckets } from '../../../contract/measures.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { outcomeHeader } from './figure-file.ts'
import { feedbackOf } from './figure-feedback.ts'
import { clinicianGroups, overviewOf, treatmentGroups } from './figure-groups.ts'
import type { Months } from './figure-periods.ts'
import { readingFigures } from './figure-reading.ts'
import type { PublishedGroup } from './figure-suppression.ts'

/** One table as files and documents hold it: what is hidden on screens is hidden there too. */
export type FigureRows = { title: string; header: string[]; rows: string[][] }

const spanLabel = (measure: string | null) =>
  timeToSignBuckets.find((span) => span.measure === measure)?.label ?? 'Too few'

const groupHeader = [...outcomeHeader, ...['Questions asked', 'Checked', 'Not clear', 'Median time to sign']]
const groupCells = (figures: GroupFigures): (string | number)[] => [
  ...[figures.sent, figures.opened, figures.signed, figures.declined, figures.withdrawn],
  ...[figures.expired, figures.voided, figures.questions, figures.checked, figures.unclear],
  spanLabel(figures.halfSigned),
]

const feedbackHeader = [
  'Answers',
  ...feedbackQuestions.flatMap(({ label }) => [`${label}: mean of 5`, `${label}: agree`]),
]
const feedbackCells = ({ answers, means, agreed }: FeedbackFigures): (string | number)[] => [
  answers,
  ...feedbackQuestions.flatMap(({ key }) =>
    answers === 0 ? ['', ''] : [means[key].toFixed(1), `${Math.round(agreed[key] * 100)}%`],
  ),
]

type ColumnLayout<T> = { header: string[]; cells: (figures: T) => (string | number)[] }

function rowsOf<T>(
  title: string,
  groups: readonly PublishedGroup<T>[],
  { header, cells }: ColumnLayout<T>,
): FigureRows {
  const [first = '', ...others] = header
  return {
    title,
    header: [first, ...others],
    rows: groups.map(({ name, figures, hiddenReason }) => [
      name,
      ...(figures ? cells(figures).map(String) : [hiddenReason, ...others.slice(1).map(() => '')]),
    ]),
  }
}

/** The total as a line of its own, where it may be told. */
const withTotal = <T>(groups: readonly PublishedGroup<T>[], total: T | null): PublishedGroup<T>[] => [
  ...groups,
  ...(total ? [{ key: 'total', name: 'Total', figures: total, hiddenReason: '' }] : []),
]

const groupTable = (title: string, first: string, { groups, total }: Groups): FigureRows =>
  rowsOf(title, withTotal(groups, total), { header: [first, ...groupHeader], cells: groupCells })

const feedbackTable = (title: string, first: string, groups: Feedback['months'], total: Feedback['total']) =>
  rowsOf(title, withTotal(groups, total), { header: [first, ...feedbackHeader], cells: feedbackCells })

const suppressedTable = (title: string, header: string[]): FigureRows => ({
  title,
  header,
  rows: [[`Fewer than ${figure_group_min}`, ...header.slice(1).map(() => '')]],
})

function timeToSignTable({ timeToSign }: Overview): FigureRows {
  const [title, header] = ['Time to sign', ['Signed', 'Consents']]
  if (!timeToSign) return suppressedTable(title, header)
  return {
    title,
    header,
    rows: timeToSignBuckets.map(({ label }, at) => [label, String(timeToSign[at]!.consents)]),
  }
}

function remindersTable({ reminders }: Overview): FigureRows {
  const [title, header] = ['Reminders', ['Outcome', 'Consents']]
  if (!reminders) return suppressedTable(title, header)
  const { reminded, signedAfter, signedSoonAfter } = reminders
  return {
    ...{ title, header },
    rows: [
      ['With a reminder', String(reminded)],
      ['Signed after reminder', String(signedAfter)],
      [`Signed within ${soon_after_reminder_hours} hours of reminder`, String(signedSoonAfter)],
    ],
  }
}

const sectionsTable = ({ sections }: ReadingFigures) =>
  rowsOf('Parts of the form', sections, {
    header: ['Part', 'Read', 'Average seconds', 'Last part read', 'Questions'],
    cells: ({ read, seconds, leftOff, asked }) => [read, seconds, leftOff, asked],
  })

const questionsTable = ({ questions }: ReadingFigures) =>
  rowsOf('Understanding questions', questions, {
    header: ['Question', 'Answered', 'Wrong first time', 'Still unclear'],
    cells: ({ answered, missed, unclear }) => [answered, missed, unclear],
  })

const reachTable = (title: string, first: string, groups: ReadingFigures['languages']) =>
  rowsOf(title, groups, {
    header: [first, 'Sent', 'Opened', 'Signed'],
    cells: ({ sent, opened, signed }) => [sent, opened, signed],
  })

const monthsTable = ({ months, total }: Overview) =>
  rowsOf('Consents by month', withTotal(months, total), {
    header: ['Month', ...groupHeader],
    cells: groupCells,
  })

type TableBuilder = (scope: ClinicScope, period: Months) => Promise<FigureRows>

const tableBuilders: Record<MetricsTable, TableBuilder> = {
  months: async (scope, period) => monthsTable(await overviewOf(scope, period)),
  'time-to-sign': async (scope, period) => timeToSignTable(await overviewOf(scope, period)),
  reminders: async (scope, period) => remindersTable(await overviewOf(scope, period)),
  treatments: async (scope, period) =>
    groupTable('By treatment', 'Treatment', await treatmentGroups(scope, period)),
  clinicians: async (scope, period) =>
    groupTable('By clinician', 'Clinician', await clinicianGroups(scope, period)),
  sections: async (scope, period) => sectionsTable(await readingFigures(scope, period)),
  questions: async (scope, period) => questionsTable(await readingFigures(scope, period)),
  languages: async (scope, period) =>
    reachTable('By language', 'Language', (await readingFigures(scope, period)).languages),
  formats: async (scope, period) =>
    reachTable('By format', 'Format', (await readingFigures(scope, period)).formats),
  'feedback-months': async (scope, period) => {
    const { months, total } = await feedbackOf(scope, period)
    return feedbackTable('Patient feedback by month', 'Month', months, total)
  },
  'feedback-treatments': async (scope, period) => {
    const { treatments, total } = await feedbackOf(scope, period)
    return feedbackTable('Patient feedback by treatment', 'Treatment', treatments, total)
  },
}

/** One table of the figures. */
export const figureTableOf = (scope: ClinicScope, table: MetricsTable, period: Months): Promise<FigureRows> =>
  tableBuilders[table](scope, period)
