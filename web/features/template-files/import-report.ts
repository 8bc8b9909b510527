import type { ImportReport } from '../../../contract/template-files.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import type { ChosenFiles } from './chosen-files.ts'

export type ImportRow = ImportReport['rows'][number]
type Outcome = ImportRow['outcome']

type OutcomeTexts = { label: string; countedLabel: string }

/** What became of a template, and before the import what would: beside it, and where they are counted. */
export const outcomeWords: Record<Outcome, { done: OutcomeTexts; trial: OutcomeTexts; tone: Tone }> = {
  created: {
    done: { label: 'Created', countedLabel: 'created' },
    trial: { label: 'New template', countedLabel: 'new' },
    tone: 'ok',
  },
  'new version': {
    done: { label: 'New version', countedLabel: 'as a new version' },
    trial: { label: 'New version', countedLabel: 'as a new version' },
    tone: 'brand',
  },
  unchanged: {
    done: { label: 'Unchanged', countedLabel: 'unchanged' },
    trial: { label: 'Unchanged', countedLabel: 'unchanged' },
    tone: 'neutral',
  },
  kept: {
    done: { label: 'Not changed', countedLabel: 'not changed' },
    trial: { label: 'No change', countedLabel: 'not changed' },
    tone: 'neutral',
  },
  refused: {
    done: { label: 'Not imported', countedLabel: 'not imported' },
    trial: { label: 'Cannot be imported', countedLabel: 'cannot be imported' },
    tone: 'bad',
  },
}

/** The rows of a report, those of files that could not even be read among them. */
export const rowsWith = ({ rows }: ImportReport, { unread }: ChosenFiles): ImportRow[] => [
  ...rows,
  ...unread.map(({ file, remark }): ImportRow => ({
    ...{ file, name: '', templateId: null, outcome: 'refused', isWritten: false, remarks: [remark] },
  })),
]

/** Of how many templates an import writes anything: a text that stays may get a translation or a review date. */
export const writtenCount = (rows: readonly ImportRow[]): number =>
  rows.filter(({ isWritten }) => isWritten).length

export const templatesText = (count: number): string => (count === 1 ? '1 template' : `${count} templates`)

/** What a report says in one line: '2 new, 1 as a new version, 1 cannot be imported.'. */
export function summaryText(rows: readonly ImportRow[], isTrial: boolean): string {
  const parts = Object.entries(outcomeWords).flatMap(([outcome, { done, trial }]) => {
    const count = rows.filter((row) => row.outcome === outcome).length
    return count > 0 ? [`${count} ${(isTrial ? trial : done).countedLabel}`] : []
  })
  return `${parts.join(', ')}.`
}

/** A cell that no spreadsheet takes for a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

/** The report as a table that spreadsheets open. */
export function reportCsv(rows: readonly ImportRow[], isTrial: boolean): string {
  const lines = rows.map(({ file, name, outcome, remarks }) => {
    const words = outcomeWords[outcome]
    return [file, name, (isTrial ? words.trial : words.done).label, remarks.join(' ')].map(cell).join(',')
  })
  return `\uFEFF${[['File', 'Template', 'Outcome', 'Remarks'].map(cell).join(','), ...lines].join('\r\n')}\r\n`
}
