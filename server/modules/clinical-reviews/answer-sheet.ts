import { csvFile } from '../../platform/csv/csv-writer.ts'
import type { CsvTable } from '../../platform/csv/csv-reader.ts'
import { optionalText, personName } from '../../../contract/kit.ts'
import { parseWrittenDate } from '../../../contract/date-parsing.ts'
import { review_remark_length_max } from '../../../contract/limits.ts'
import type { ReviewAnswer } from '../templates/index.ts'
import type { ReviewItem } from './review-items.ts'

/** The version that a sheet is about. */
export type ReviewedVersion = { templateId: string; name: string; version: string; hash: string }

const header = ['Item', 'Statement', 'Band', 'Source', 'Certainty', 'Answer', 'Remark']

/** So that no spreadsheet takes a label such as 1.10 for a number, or a hash for one with an exponent. */
const versionCell = (version: string) => `version ${version}`
const hashCell = (hash: string) => `sha256:${hash}`

/** The sheet that goes with the PDF: what it is about, who answers, and an empty answer for each item. */
export function buildAnswerSheet(
  { templateId, name, version, hash }: ReviewedVersion,
  items: readonly ReviewItem[],
): Buffer {
  const row = (item: string, statement: string, answer = '') => [item, statement, '', '', '', answer, '']
  return csvFile(header, [
    row('template', `${name}. Do not change this line or the two below.`, templateId),
    row('version', 'The version you review', versionCell(version)),
    row('fingerprint', 'The fingerprint of its text', hashCell(hash)),
    row('name', 'Your full name, in the column Answer'),
    row('gdc', 'Your GDC number'),
    row('date', 'The day of your review, such as 14/03/2026'),
    row('remarks', 'Anything else you would like to say (optional)'),
    row(
      '',
      'Write agree or disagree in the column Answer below. Say what is wrong in the column Remark where you disagree.',
    ),
    ...items.map(({ item, text, band, isSerious, source, basis }) => [
      ...[item, text, band ? `${band}${isSerious ? ', serious' : ''}` : ''],
      ...[source ?? '', basis ?? '', '', ''],
    ]),
  ])
}

/** What a file says, as far as it is an answer sheet. */
export type AnswerSheet = {
  facts: Record<'template' | 'version' | 'fingerprint' | 'name' | 'gdc' | 'date' | 'remarks', string>
  answers: { item: string; answer: string; remark: string }[]
}

const factNames = ['template', 'version', 'fingerprint', 'name', 'gdc', 'date', 'remarks'] as const

/** Reads a table as an answer sheet; null where it is none. Columns may have moved, and others may have been added. */
export function readAnswerSheet({ columns, rows }: Pick<CsvTable, 'columns' | 'rows'>): AnswerSheet | null {
  const at = (name: string) => columns.findIndex((column) => column.toLowerCase() === name)
  const [item, answer, remark] = [at('item'), at('answer'), at('remark')]
  if (item < 0 || answer < 0 || remark < 0) return null
  const facts = Object.fromEntries(factNames.map((name) => [name, ''])) as AnswerSheet['facts']
  const answers: AnswerSheet['answers'] = []
  for (const { cells } of rows) {
    const name = cells[item]!.toLowerCase()
    const fact = factNames.find((known) => known === name)
    if (fact) facts[fact] = cells[answer]!
    else if (name) answers.push({ item: name.toUpperCase(), answer: cells[answer]!, remark: cells[remark]! })
  }
  return facts.template === '' ? null : { facts, answers }
}

/** Whether a sheet is about this very text. */
export const isAboutVersion = (
  { facts }: AnswerSheet,
  { version, hash }: Pick<ReviewedVersion, 'version' | 'hash'>,
): boolean => facts.fingerprint === hashCell(hash) && facts.version === versionCell(version)

export type JudgedSheet = {
  reviewerName: string
  gdcNumber: string
  reviewedOn: string
  remarks: string
  answers: ReviewAnswer[]
}
export type SheetProblem = {
  wrong:
    | 'items-unknown'
    | 'items-repeated'
    | 'answers-missing'
    | 'remarks-missing'
    | 'remarks-unusable'
    | 'reviewer-missing'
    | 'gdc-number-missing'
    | 'date-missing'
    | 'date-in-future'
  items?: string
}

const agreeing = new Set(['agree', 'agreed', 'yes', 'y'])
const disagreeing = new Set(['disagree', 'disagreed', 'no', 'n'])
const remarkText = optionalText(review_remark_length_max)
const nameText = personName(120).min(1)

/** What a sheet about a version with these items says; or what is wrong with it, with the items where. */
export function judgeAnswerSheet(
  { facts, answers }: AnswerSheet,
  items: readonly ReviewItem[],
  today: string,
): JudgedSheet | SheetProblem {
  const reviewer = judgeReviewer(facts, today)
  if ('wrong' in reviewer) return reviewer
  const known = new Map(items.map((item) => [item.item, item]))
  const given = Map.groupBy(answers, ({ item }) => item)
  const problem = (wrong: SheetProblem['wrong'], found: readonly string[]): SheetProblem | null =>
    found.length > 0 ? { wrong, items: found.join(', ') } : null
  const itemsWhere = (isWrong: (answer: AnswerSheet['answers'][number]) => boolean) =>
    answers.filter(isWrong).map(({ item }) => item)
  const isDisagreement = ({ answer }: { answer: string }) => disagreeing.has(answer.toLowerCase())
  const isAnswer = (answer: string | undefined) =>
    answer !== undefined && (agreeing.has(answer.toLowerCase()) || disagreeing.has(answer.toLowerCase()))
  const unusable = [
    ...(remarkText.safeParse(facts.remarks).success ? [] : ['remarks']),
    ...itemsWhere(({ remark }) => !remarkText.safeParse(remark).success),
  ]
  return (
    problem(
      'items-unknown',
      [...given.keys()].filter((item) => !known.has(item)),
    ) ??
    problem(
      'items-repeated',
      [...given].flatMap(([item, all]) => (all.length > 1 ? [item] : [])),
    ) ??
    problem(
      'answers-missing',
      [...known.keys()].filter((item) => !isAnswer(given.get(item)?.[0]?.answer)),
    ) ??
    problem('remarks-unusable', unusable) ??
    problem(
      'remarks-missing',
      itemsWhere((answer) => isDisagreement(answer) && answer.remark === ''),
    ) ?? {
      ...reviewer,
      remarks: remarkText.parse(facts.remarks),
      answers: items.map(({ item, text }) => {
        const [answer] = given.get(item)!
        return { item, text, agrees: !isDisagreement(answer!), remark: remarkText.parse(answer!.remark) }
      }),
    }
  )
}

function judgeReviewer(
  { name, gdc, date }: AnswerSheet['facts'],
  today: string,
): Pick<JudgedSheet, 'reviewerName' | 'gdcNumber' | 'reviewedOn'> | SheetProblem {
  const reviewerName = nameText.safeParse(name)
  if (!reviewerName.success) return { wrong: 'reviewer-missing' }
  const gdcNumber = gdc.replaceAll(/\s/g, '')
  if (!/^\d{5,7}$/.test(gdcNumber)) return { wrong: 'gdc-number-missing' }
  const read = parseWrittenDate(date, { order: 'day-first', latest: '2069-12-31', hasDayNumbers: true })
  if (!('date' in read)) return { wrong: 'date-missing' }
  if (read.date > today) return { wrong: 'date-in-future' }
  return { reviewerName: reviewerName.data, gdcNumber, reviewedOn: read.date }
}
