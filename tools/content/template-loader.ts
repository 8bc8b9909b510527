import { riskFigureOf } from '../../contract/risk-figures.ts'
import { textConditions } from '../../contract/conditional-wording.ts'
import type { LibraryFilm, LibraryTemplate } from './library-types.ts'
import type { LintedTemplate } from '../../wording/linted-template.ts'
import { type Blocks, blockNames, includeBlocks, removeBlocks } from './block-directive.ts'
import { contentHash } from './canonical-hash.ts'
import { type ContentFile, type Problem, type Report, nameOf, reporter } from './content-file.ts'
import { parseFrontMatter } from './front-matter.ts'
import { isConditionName, listItems, placeholderNames, plainText } from '../../wording/plain-text.ts'
import { MarkdownError } from '../../server/platform/rich-text-markdown.ts'
import { sectionHtml } from './section-html.ts'
import { TemplateFields } from './library-schema.ts'
import { basisOf, checkRiskSource } from './risk-source-checks.ts'
import type { Sources } from './source-loader.ts'
import { checkSuggestions } from './suggestion-checks.ts'

/** One template as it is shipped, as it is checked, and the blocks it includes. */
export type LoadedTemplate = {
  path: string
  shipped: LibraryTemplate
  linted: LintedTemplate
  /** The keys of the sources that its risks and claims name. */
  sourceKeys: string[]
  /** Usual phrases by gap of the text; shipped apart, so that no text becomes another version by them. */
  suggestions: TemplateFields['suggestions']
  /** The sections without shared blocks, to compare templates with each other. */
  ownSections: { title: string; html: string }[]
  blocks: string[]
}

type SourceSection = { title: string; text: string; line: number }

/** Reads every template file against the blocks and sources; what is wrong is added to `problems`. */
export function loadTemplates(
  files: {
    templates: ContentFile[]
    blocks: ContentFile[]
    sources: Sources
    /** Ids of pictures by treatment subtype. */
    pictures?: ReadonlyMap<string, string[]>
    /** Films by treatment subtype. */
    films?: ReadonlyMap<string, LibraryFilm>
  },
  problems: Problem[],
): LoadedTemplate[] {
  const { sources } = files
  const blocks = new Map(files.blocks.map((file) => [nameOf(file), file.text]))
  const loaded = files.templates.flatMap(
    (file) =>
      loadTemplate(
        file,
        { blocks, sources, pictures: files.pictures, films: files.films },
        reporter(file, problems),
      ) ?? [],
  )
  reportDuplicates(loaded, problems)
  for (const file of files.blocks) {
    const report = reporter(file, problems)
    const included = loaded.some((template) => template.blocks.includes(nameOf(file)))
    if (file.text.includes('{%')) report(0, 'a block cannot include another')
    if (!included) report(0, 'no template includes this block')
  }
  return loaded
}

/** What templates take from other files. */
type Around = {
  blocks: Blocks
  sources: Sources
  pictures: ReadonlyMap<string, string[]> | undefined
  films: ReadonlyMap<string, LibraryFilm> | undefined
}

function loadTemplate(
  file: ContentFile,
  { blocks, sources, pictures, films }: Around,
  report: Report,
): LoadedTemplate | null {
  const id = nameOf(file)
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) report(0, 'the file name must be small letters and hyphens')
  const matter = parseFrontMatter(file, TemplateFields, report)
  if (matter === null) return null
  const { fields, body, bodyLine } = matter
  const sourceKeys = [...new Set([...fields.risks, ...fields.evidence].map(({ source }) => source))]
  for (const key of sourceKeys) {
    if (!sources.has(key))
      report(0, `source "${key}" is not in content/templates/sources.yaml or content/sources`)
  }
  for (const risk of fields.risks.filter(({ source }) => sources.has(source)))
    for (const problem of checkRiskSource(risk, sources)) report(0, problem)

  const written = splitSections(body, bodyLine, report)
  const sections = written.map(({ title, text, line }) => ({
    title,
    html: renderSection(includeBlocks(text, blocks, line + 1, report), line, report),
  }))
  for (const name of placeholderNames(sections.map(({ html }) => html).join('\n')))
    if (isConditionName(name) && !textConditions.some((condition) => condition.name === name))
      report(0, `there is no condition {{${name}}} in contract/conditional-wording.ts`)
  const shipped = toShippedTemplate(id, fields, sections, {
    sources,
    pictures: pictures?.get(fields.treatmentSubtype) ?? [],
    film: films?.get(fields.treatmentSubtype),
  })
  const { suggestions } = fields
  for (const problem of checkSuggestions(shipped.placeholders, suggestions)) report(0, problem)
  return {
    path: file.path,
    shipped,
    suggestions,
    sourceKeys,
    linted: lintedTemplate(fields, sections),
    ownSections: written.map(({ title, text }) => ({
      title,
      html: renderSection(removeBlocks(text), 0, () => {}),
    })),
    blocks: blockNames(body),
  }
}

function splitSections(body: string, bodyLine: number, report: Report): SourceSection[] {
  const sections: SourceSection[] = []
  for (const [index, text] of body.split('\n').entries()) {
    const title = /^## (.*)$/.exec(text)?.[1]?.trim()
    const current = sections.at(-1)
    if (title !== undefined) sections.push({ title, text: '', line: bodyLine + index })
    else if (current) current.text += `${text}\n`
    else if (text.trim()) report(bodyLine + index, 'text must stand under a heading such as ## Benefits')
  }
  return sections
}

function renderSection(text: string, line: number, report: Report): string {
  try {
    return sectionHtml(text)
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error
    report(line, error.message)
    return ''
  }
}

function toShippedTemplate(
  id: string,
  fields: TemplateFields,
  sections: { title: string; html: string }[],
  { sources, pictures, film }: { sources: Sources; pictures: string[]; film: LibraryFilm | undefined },
) {
  const reference = (source: string) => sources.get(source)?.reference ?? ''
  const { groups: _groups, seedFacts: _seedFacts, suggestions: _suggestions, ...shown } = fields
  const content = {
    id,
    ...shown,
    sections: sections.map((section, index) => ({ id: index + 1, ...section })),
    risks: fields.risks.map(({ inText, ...risk }) => {
      const { finding: _finding, searched: _searched, ...shownRisk } = risk
      const sourced = { ...shownRisk, source: reference(risk.source) }
      const only = conditionOf(inText, sections)
      const basis = basisOf(risk, sources)
      return { ...sourced, figure: riskFigureOf(sourced), ...(only && { only }), ...(basis && { basis }) }
    }),
    evidence: fields.evidence.map(({ claim, source }) => ({ claim, source: reference(source) })),
    pictures,
    ...(film && { film: { id: film.id, transcript: film.transcript } }),
    placeholders: placeholderNames(sections.map(({ html }) => html).join('\n')).filter(
      (name) => !isConditionName(name),
    ),
  }
  return { ...content, hash: contentHash(content) } satisfies LibraryTemplate
}

/** The condition under which the point of a list says these words: the last mark before them. */
function conditionOf(words: string, sections: readonly { html: string }[]): string | undefined {
  const point = sections
    .flatMap(({ html }) => listItems(html))
    .find((item) => plainText(item).includes(words))
  const before = point?.replaceAll(/<[^>]*>/g, '').split(words, 1)[0] ?? ''
  return placeholderNames(before).findLast(isConditionName)
}

function lintedTemplate(fields: TemplateFields, sections: { title: string; html: string }[]): LintedTemplate {
  const questions = fields.questions.map(({ question, answers, explanation }) => ({
    question,
    answers: answers.map(({ text }) => text),
    explanation,
  }))
  return { ...fields, questions, sections }
}

function reportDuplicates(loaded: LoadedTemplate[], problems: Problem[]): void {
  const seen = new Map<string, string>()
  for (const { path, shipped } of loaded) {
    const before = seen.get(shipped.treatmentSubtype)
    if (before) problems.push({ path, line: 0, message: `the subtype of ${before} is used twice` })
    seen.set(shipped.treatmentSubtype, path)
  }
}
