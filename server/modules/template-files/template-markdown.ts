import { parse, stringify } from 'yaml'
import type { ExportedTemplate } from '../../../contract/template-files.ts'
import { MarkdownError, parseMarkdown } from '../../platform/rich-text-markdown.ts'
import { richTextToMarkdown } from '../../platform/rich-text-to-markdown.ts'
import { printableExcerpt } from './template-file-rules.ts'

/** A template as a file is made of it: its names in the first form of specification section 3. */
export type NamedTemplate = ExportedTemplate & Record<'name' | 'treatmentType', string>

type Answer = ExportedTemplate['questions'][number]['answers'][number]

/** A template as one Markdown file: its facts as front matter, its sections under headings. Without translations. */
export function buildMarkdownFile(template: NamedTemplate): string {
  const { name, description, treatmentType, treatmentSubtype = '', sections, questions } = template
  const { requiresTooth, requiresDiagnosis } = template.metadata
  const { clinicalOwner, reviewDue, cautions, risks, pictures = [] } = template
  const videos = sections.flatMap(({ media }, index) => (media ? [{ section: index + 1, ...media }] : []))
  const facts = {
    ...{ name, description, treatmentType, treatmentSubtype, requiresTooth, requiresDiagnosis },
    ...(clinicalOwner && { clinicalOwner }),
    ...(reviewDue && { reviewDue }),
    ...{ cautions, risks, pictures },
    questions: questions.map((question) => ({
      question: question.question,
      answers: question.answers.map(({ text, right }) => (right ? { right: text } : { wrong: text })),
      explanation: question.explanation,
    })),
    ...(videos.length > 0 && { videos }),
  }
  const parts = sections.map(({ title, content }) =>
    [`## ${escapeTitle(title)}`, richTextToMarkdown(content)].filter(Boolean).join('\n\n'),
  )
  return `---\n${stringify(facts, { lineWidth: 0 })}---\n\n${parts.join('\n\n')}\n`
}

/** In a heading these signs would be read as Markdown, and a line would end it. */
const escapeTitle = (title: string): string =>
  title.replaceAll(/[\\`*_[\]<&#~|]/g, '\\$&').replaceAll(/[\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const unescapeTitle = (title: string): string =>
  title
    .replace(/\s+#+\s*$/, '')
    .trim()
    .replaceAll(/\\([!-/:-@[-`{-~])|&#(9|10|13);/g, (_whole, sign?: string, code?: string) =>
      sign === undefined ? String.fromCharCode(Number(code)) : sign,
    )

/** What a Markdown file says, still to be checked; what was left out of it, and why it cannot be taken in at all. */
export type ReadMarkdown = { template: Record<string, unknown>; remarks: string[]; faults: string[] }

const front_matter_length_max = 200_000
const text_length_max = 60_000

const frontMatterPattern = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(?:\n|$)/

/** Reads the Markdown form, that of the shipped library as well: facts that it alone has are left out with a remark. */
export function readMarkdownFile(text: string): ReadMarkdown {
  const match = frontMatterPattern.exec(text)
  if (!match) return failedRead('The file must begin with a block of fields between two lines of ---.')
  const facts = parseFrontMatter(match[1] ?? '')
  if (typeof facts === 'string') return failedRead(facts)
  const { template, remarks } = templateFromFacts(facts)
  const { sections, faults } = readSections(text.slice(match[0].length))
  const media = videosOf(facts.videos)
  const titled = sections.map((section, index) => ({
    id: index + 1,
    ...section,
    media: media.get(index + 1) ?? null,
  }))
  return { template: { ...template, sections: titled }, remarks, faults }
}

const failedRead = (fault: string): ReadMarkdown => ({ template: {}, remarks: [], faults: [fault] })

type FrontMatter = Record<string, unknown>
const isPlainObject = (value: unknown): value is FrontMatter =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of the front matter, or what is wrong with it. */
function parseFrontMatter(text: string): FrontMatter | string {
  if (text.length > front_matter_length_max) return 'The block of fields is too long.'
  try {
    const facts: unknown = parse(text, { maxAliasCount: 0, logLevel: 'error' })
    return isPlainObject(facts)
      ? facts
      : 'The block of fields must have one field per line, such as name: Filling.'
  } catch {
    return 'The block of fields between the lines of --- is not valid YAML.'
  }
}

const plainFields = ['name', 'description', 'treatmentType', 'treatmentSubtype'] as const
const ownFacts = ['cautions', 'clinicalOwner', 'pictures', 'reviewDue'] as const
const requirementFields = ['requiresTooth', 'requiresDiagnosis'] as const
const knownFields = new Set<string>([
  ...plainFields,
  ...ownFacts,
  ...requirementFields,
  'risks',
  'questions',
  'videos',
])
const riskFields = ['label', 'band', 'serious', 'source', 'only'] as const

const pickFields = (facts: FrontMatter, names: readonly string[]): FrontMatter =>
  Object.fromEntries(
    names
      .filter((name) => facts[name] !== undefined && facts[name] !== null)
      .map((name) => [name, facts[name]]),
  )

/** Names that are left out, as a remark; none where there are none. */
const leftOutRemarks = (names: Iterable<string>, place: string): string[] => {
  const unique = [...new Set(names)].map((name) => printableExcerpt(name, 40))
  const listedNames = unique.slice(0, 12).join(', ') + (unique.length > 12 ? ', …' : '')
  return unique.length > 0 ? [`Left out${place}, as templates have no such field: ${listedNames}.`] : []
}

function templateFromFacts(facts: FrontMatter): { template: FrontMatter; remarks: string[] } {
  const risks = Array.isArray(facts.risks) ? facts.risks.filter(isPlainObject) : []
  const foreign = risks.flatMap((risk) =>
    Object.keys(risk).filter((name) => !riskFields.some((own) => own === name)),
  )
  const template = {
    ...pickFields(facts, [...plainFields, ...ownFacts]),
    metadata: pickFields(facts, requirementFields),
    ...(Array.isArray(facts.risks) && {
      risks: facts.risks.map((risk) => (isPlainObject(risk) ? pickFields(risk, riskFields) : risk)),
    }),
    ...(Array.isArray(facts.questions) && { questions: facts.questions.map(questionOf) }),
  }
  const unknown = Object.keys(facts).filter((name) => !knownFields.has(name))
  return { template, remarks: [...leftOutRemarks(unknown, ''), ...leftOutRemarks(foreign, ' of the risks')] }
}

function questionOf(written: unknown): unknown {
  if (!isPlainObject(written) || !Array.isArray(written.answers)) return written
  return { ...pickFields(written, ['question', 'explanation']), answers: written.answers.map(answerOf) }
}

/** An answer is written as `right: …` or `wrong: …`. */
function answerOf(written: unknown): Partial<Record<keyof Answer, unknown>> {
  if (!isPlainObject(written)) return {}
  return 'right' in written ? { text: written.right, right: true } : { text: written.wrong, right: false }
}

/** Videos by the number of the section that they stand beside. */
function videosOf(written: unknown): Map<unknown, FrontMatter> {
  const videos = Array.isArray(written) ? written.filter(isPlainObject) : []
  return new Map(videos.map(({ section, ...video }) => [section, video]))
}

type SectionText = { title: string; text: string }

/** The text under each `## heading`; lines of a fence are none. */
function splitSections(body: string): { sections: SectionText[]; before: string } {
  const sections: SectionText[] = []
  let before = ''
  let fence = ''
  for (const line of body.split('\n')) {
    const title = fence ? undefined : /^## (.*)$/.exec(line)?.[1]
    const current = sections.at(-1)
    if (title !== undefined) sections.push({ title: unescapeTitle(title), text: '' })
    else if (current) current.text += `${line}\n`
    else before += line
    const opened = /^`{3,}/.exec(line)?.[0] ?? ''
    if (!fence) fence = opened
    else if (line.trimEnd() === fence) fence = ''
  }
  return { sections, before }
}

const blockTagPattern = /^[ \t]*\{%.*%\}[ \t]*$/m

function readSections(body: string): { sections: { title: string; content: string }[]; faults: string[] } {
  const { sections, before } = splitSections(body)
  const faults = before.trim() ? ['Text must be under a heading such as ## Benefits.'] : []
  const read = sections.map(({ title, text }) => {
    const [content, fault] = readSection(text)
    if (fault) faults.push(`Section “${printableExcerpt(title, 60)}”: ${fault}`)
    return { title, content }
  })
  return { sections: read, faults }
}

/** A section's text as it is stored, and what is wrong with it. */
function readSection(text: string): [content: string, fault: string | null] {
  const found = blockTagPattern.exec(text)?.[0]
  if (found)
    return [
      '',
      `${printableExcerpt(found, 60)} stands for wording of the shipped library. Put the wording itself in its place.`,
    ]
  if (text.length > text_length_max) return ['', `longer than ${text_length_max} characters.`]
  try {
    return [parseMarkdown(text), null]
  } catch (error) {
    if (error instanceof MarkdownError) return ['', `${printableExcerpt(error.message, 120)}.`]
    // Lists in lists in lists, until nothing can follow any more.
    if (error instanceof RangeError) return ['', 'too deep, one thing within another.']
    throw error
  }
}
