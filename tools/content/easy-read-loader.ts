import { z } from 'zod'
import { textConditions } from '../../contract/conditional-wording.ts'
import { placeholderNames, plainText } from '../../wording/plain-text.ts'
import { contentHash } from './canonical-hash.ts'
import { type ContentFile, nameOf, type Problem, type Report, reporter } from './content-file.ts'
import {
  checkEasyReadLine,
  checkEasyReadWords,
  countedNumbers,
  ideas_page_max,
  numberWordsAsDigits,
  pages_max,
  redFlagsOf,
} from './easy-read-rules.ts'
import { parseFrontMatter } from './front-matter.ts'
import type { LibraryEasyRead, LibraryTemplate } from './library-types.ts'
import { sectionHtml } from './section-html.ts'

const EasyReadFields = z.strictObject({
  template: z.string(),
  /** The hash of the English sections that it says; another one means that they have changed since. */
  from: z.string(),
  draftedOn: z.iso.date(),
  /** Which line says each serious risk of the template: words of that line. */
  covers: z.array(z.strictObject({ risk: z.string(), says: z.string() })),
})
type Covers = z.infer<typeof EasyReadFields>['covers']

/** What a text must answer, and the section of the template that says it in full. */
const questions = {
  wrong: 1,
  plan: 1,
  steps: 1,
  risks: 2,
  good: 3,
  choices: 4,
  after: 5,
  help: 5,
  nothing: 6,
  decide: 6,
  people: 6,
} as const
type Question = keyof typeof questions

const chances = {
  'very common': { symbol: 'people-many', says: 'These happen to more than 1 in 10 people.' },
  common: { symbol: 'people-some', says: 'These happen to up to 1 in 10 people.' },
  uncommon: { symbol: 'people-few', says: 'These happen to up to 1 in 100 people.' },
  rare: { symbol: 'people-rare', says: 'These happen to fewer than 1 in 1,000 people.' },
  'very rare': { symbol: 'people-very-rare', says: 'These happen to fewer than 1 in 10,000 people.' },
} as const
type Band = keyof typeof chances
const isBand = (name: string): name is Band => Object.hasOwn(chances, name)

type Line = LibraryEasyRead['sections'][number]['pages'][number]['lines'][number]
type WrittenLine = Line & { at: number; text: string; only: string | undefined; under: Band | undefined }
type Page = { question: Question; title: string; at: number; lines: WrittenLine[] }

export type EasyReadFiles = {
  texts: readonly ContentFile[]
  /** Shared lines by name. One of the same name as a block of the templates says that block. */
  blocks: readonly ContentFile[]
  /** `content/blocks/`. */
  templateBlocks: readonly ContentFile[]
}

/**
 * Reads `content/easy-read/<template>.md`: pages under questions, each idea a line with its symbol, held against the
 * published rules of Easy Read and against the template that it says.
 */
export function loadEasyRead(
  { texts, blocks, templateBlocks }: EasyReadFiles,
  { library, symbols }: { library: readonly LibraryTemplate[]; symbols: ReadonlySet<string> },
  problems: Problem[],
): LibraryEasyRead[] {
  const byName = new Map(blocks.map((block) => [nameOf(block), block.text]))
  const says = (block: string) => {
    const text = templateBlocks.find((file) => nameOf(file) === block)?.text ?? ''
    return [...sectionHtml(text).matchAll(/<li>.*?<\/li>/gs)].map(([item]) => item)
  }
  const all = texts.map((file) =>
    loadOne(file, { library, symbols, says, blocks: byName }, reporter(file, problems)),
  )
  const used = new Set(texts.flatMap(({ text }) => [...text.matchAll(directive)].map(([, name]) => name!)))
  for (const block of blocks)
    if (!used.has(nameOf(block))) reporter(block, problems)(0, 'no Easy Read text includes it')
  return all.filter((one) => one !== null)
}

const directive = /^\{% block: ([a-z0-9-]+) %\}$/gm

type Given = {
  library: readonly LibraryTemplate[]
  symbols: ReadonlySet<string>
  says: (block: string) => string[]
  blocks: ReadonlyMap<string, string>
}

function loadOne(file: ContentFile, given: Given, report: Report): LibraryEasyRead | null {
  const matter = parseFrontMatter(file, EasyReadFields, report)
  if (!matter) return null
  const { template, from, covers } = matter.fields
  if (nameOf(file) !== template) report(0, 'the path must name its template')
  const english = given.library.find(({ id }) => id === template)
  if (!english) {
    report(0, `there is no template "${template}"`)
    return null
  }
  const pages = readPages(matter.body, matter.bodyLine, given, report)
  for (const page of pages) checkPage(page, given.symbols, report)
  checkEasyReadWords(
    pages.flatMap(({ lines }) => lines),
    report,
  )
  if (pages.length > pages_max) report(0, `${pages.length} pages, at most ${pages_max}`)
  const isCurrent = from === contentHash(english.sections)
  if (isCurrent) checkAgainst(pages, english, covers, report)
  else
    report(
      0,
      `the template says something else now: read it again, then set from: ${contentHash(english.sections)}`,
    )
  return { template, sections: sectionsOf(pages, english, covers) }
}

/** The pages of a text with its shared lines in their places. */
function readPages(body: string, firstLine: number, { blocks, says }: Given, report: Report): Page[] {
  const pages: Page[] = []
  let under: Band | undefined
  const readLine = (line: string, at: number, block?: string): void => {
    const [, question, title] = /^## \[(\w+)\] (.+)$/.exec(line) ?? []
    const [, band] = /^### (.+)$/.exec(line) ?? []
    const [, symbol, said] = /^- ([a-z0-9-]+): (.+)$/.exec(line) ?? []
    const [, name] = new RegExp(directive.source).exec(line) ?? []
    const page = pages.at(-1)
    if (question && title) {
      if (!Object.hasOwn(questions, question)) report(at, `there is no question "${question}"`)
      else pages.push({ question: question as Question, title, at, lines: [] })
      under = undefined
    } else if (band !== undefined) {
      if (!isBand(band) || !page) report(at, `there is no band "${band}"`)
      else {
        under = band
        page.lines.push({ ...written(chances[band].symbol, chances[band].says, at), isBand: true, under })
      }
    } else if (symbol && said && page) {
      const replaces = block === undefined ? [] : says(block)
      page.lines.push({ ...written(symbol, said, at), under, ...(replaces.length > 0 && { replaces }) })
    } else if (name) {
      const text = blocks.get(name)
      if (text === undefined) report(at, `there is no block "${name}" in content/easy-read/blocks`)
      for (const inner of text?.split('\n') ?? []) readLine(inner, at, name)
    } else if (line.trim())
      report(at, 'write "## [question] Title", "### band", "- symbol: Sentence." or a block')
  }
  for (const [index, line] of body.split('\n').entries()) readLine(line, firstLine + index)
  return pages
}

function written(symbol: string, said: string, at: number): Omit<WrittenLine, 'under'> {
  const only = /^\{\{(only\w+)\}\} /.exec(said)?.[1]
  const text = said.replace(/^\{\{only\w+\}\} /, '')
  const html = said
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
  return { symbol, html, at, text, only }
}

function checkPage({ title, lines, at }: Page, symbols: ReadonlySet<string>, report: Report): void {
  if (!title.endsWith('?')) report(at, 'a heading asks a question')
  const ideas = lines.filter(({ isBand: band }) => !band)
  if (ideas.length === 0) report(at, 'a page must say something')
  if (ideas.length > ideas_page_max)
    report(at, `${ideas.length} ideas on a page, at most ${ideas_page_max}: begin another page`)
  for (const line of lines) {
    if (!symbols.has(line.symbol)) report(line.at, `there is no symbol "${line.symbol}"`)
    if (line.only && !textConditions.some(({ name }) => name === line.only))
      report(line.at, `there is no condition "${line.only}"`)
    for (const fault of checkEasyReadLine(line.text)) report(line.at, fault)
  }
}

/** What a text must have of its template: every question, serious risk, number, placeholder and reason to get help. */
function checkAgainst(
  pages: readonly Page[],
  english: LibraryTemplate,
  covers: Covers,
  report: Report,
): void {
  for (const question of Object.keys(questions))
    if (!pages.some((page) => page.question === question)) report(0, `no page answers [${question}]`)
  const lines = pages.flatMap(({ lines: all, question }) => all.map((line) => ({ ...line, question })))
  checkCovered(lines, english, covers, report)

  const whole = english.sections.map(({ html }) => html).join('\n')
  const counted = new Set(countedNumbers(numberWordsAsDigits(plainText(whole))))
  for (const { text, at, isBand: band } of lines)
    for (const number of band ? [] : countedNumbers(text))
      if (!counted.has(number)) report(at, `the template has no number ${number}`)

  const gaps = new Set(placeholderNames(whole))
  for (const { text, at } of lines)
    for (const gap of placeholderNames(text))
      if (!gaps.has(gap)) report(at, `the template has no placeholder {{${gap}}}`)
  const said = new Set(lines.flatMap(({ text }) => placeholderNames(text)))
  for (const gap of required)
    if (gaps.has(gap) && !said.has(gap)) report(0, `must say {{${gap}}} as the template does`)

  const help = lines.filter(({ question }) => question === 'help').map(({ text }) => text)
  const aftercare = english.sections.find(({ id }) => id === questions.help)?.html ?? ''
  const missing = redFlagsOf(plainText(aftercare)).filter(
    (flag) => !redFlagsOf(help.join('\n')).includes(flag),
  )
  for (const flag of missing) report(0, `[help] does not say when to get help: ${flag}`)
}

/** What is about this patient and must be said to them. */
const required = [
  ...['tooth', 'diagnosis', 'price', 'visits', 'duration', 'reason', 'prognosis', 'individualRisks'],
  ...['what', 'sedationType', 'crownWithin', 'reviewDate', 'practicePhone', 'outOfHours'],
]

function checkCovered(
  lines: readonly (WrittenLine & { question: Question })[],
  english: LibraryTemplate,
  covers: Covers,
  report: Report,
): void {
  for (const { label } of english.risks.filter(({ serious }) => serious))
    if (!covers.some(({ risk }) => risk === label)) report(0, `does not cover the serious risk "${label}"`)
  for (const { risk: label, says } of covers) {
    const risk = english.risks.find((one) => one.label === label)
    const line = lines.find(({ text, question }) => question === 'risks' && text.includes(says))
    if (!risk) report(0, `the template has no risk "${label}"`)
    else if (!line) report(0, `no line of the risks says "${says}"`)
    else {
      if (line.under !== risk.band)
        report(line.at, `"${label}" is ${risk.band}, and stands under ${line.under ?? 'no band'}`)
      if (line.only !== risk.only)
        report(
          line.at,
          `"${label}" is said ${risk.only ?? 'to everybody'}, not ${line.only ?? 'to everybody'}`,
        )
    }
  }
}

function sectionsOf(
  pages: readonly Page[],
  english: LibraryTemplate,
  covers: Covers,
): LibraryEasyRead['sections'] {
  const riskOf = (text: string) => covers.find(({ says }) => text.includes(says))?.risk
  return english.sections.map(({ id, title, html }) => ({
    id,
    englishHash: contentHash({ title, html }),
    pages: pages
      .filter(({ question }) => questions[question] === id)
      .map(({ title: asks, question, lines }) => ({
        title: asks,
        lines: lines.map(({ at: _at, only: _only, under: _under, text, ...line }) => {
          const risk = question === 'risks' ? riskOf(text) : undefined
          return { ...line, ...(risk !== undefined && { risk }) }
        }),
      })),
  }))
}
