import { expect, test } from 'vitest'
import { reportCsv, rowsWith, summaryText, writtenCount, type ImportRow } from './import-report.ts'

const row = (outcome: ImportRow['outcome'], change: Partial<ImportRow> = {}): ImportRow => ({
  ...{ file: 'a.md', name: 'Splint', outcome, templateId: null, isWritten: false, remarks: [] },
  ...change,
})

test('a report tells what an import would write, and what was written', () => {
  const written = { isWritten: true }
  const rows = [row('created', written), row('created', written), row('new version', written), row('refused')]
  expect(writtenCount(rows)).toBe(3)
  expect(summaryText(rows, true)).toBe('2 new, 1 as a new version, 1 cannot be imported.')
  expect(summaryText(rows.slice(0, 1), false)).toBe('1 created.')
})

test('a text that stays is written as well where the file brings a translation or a review date', () => {
  expect(writtenCount([row('unchanged', { isWritten: true }), row('unchanged')])).toBe(1)
})

test('files that could not be read stand in the report as well', () => {
  const report = { rows: [row('kept')], counts: {} as never, isTrial: true }
  const unread = [{ file: 'b.docx', remark: 'It cannot be read.' }]
  expect(rowsWith(report, { files: [], unread })).toEqual([
    row('kept'),
    row('refused', { file: 'b.docx', name: '', remarks: ['It cannot be read.'] }),
  ])
})

test('the report as a table holds no formula', () => {
  const rows = [row('refused', { name: '=1+1', remarks: ['It says "no".', 'Twice.'] })]
  expect(reportCsv(rows, false)).toBe(
    '\uFEFF"File","Template","Outcome","Remarks"\r\n"a.md","\'=1+1","Not imported","It says ""no"". Twice."\r\n',
  )
})
