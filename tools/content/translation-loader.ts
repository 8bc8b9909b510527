import { z } from 'zod'
import { languageTags } from '../../contract/languages.ts'
import { listItems, placeholderNames, plainText } from '../../wording/plain-text.ts'
import { type Blocks, blockNames, includeBlocks } from './block-directive.ts'
import { contentHash, englishMark } from './canonical-hash.ts'
import { type ContentFile, nameOf, type Problem, type Report, reporter } from './content-file.ts'
import { parseFrontMatter } from './front-matter.ts'
import type { LibraryTemplate, LibraryTranslation } from './library-types.ts'
import { differingMedicines, type MedicineNames } from './medicine-names.ts'
import { MarkdownError } from '../../server/platform/rich-text-markdown.ts'
import { sectionHtml } from './section-html.ts'

const TranslationFields = z.strictObject({
  template: z.string(),
  language: z.enum(languageTags),
  /** The English that each section says, as `englishMarks` writes it: another mark means that it has changed since. */
  from: z.string().regex(/^\d+:[\da-f]{12}(?: \d+:[\da-f]{12})*$/),
  /** No person has vouched for it: a checked text belongs to the practice that checked it. */
  status: z.literal('machine'),
  draftedOn: z.iso.date(),
})

/** Shared wording in another language, said once for all templates that include it. */
const blockPath = /^content\/translations\/([^/]+)\/blocks\/[a-z0-9-]+\.md$/

/**
 * Reads `content/translations/<language>/<template>.md`, each held against its English. What the templates of a language
 * share stands in its `blocks/`, under the names of `content/blocks/`, and is included as there.
 */
export function loadTranslations(
  files: ContentFile[],
  { library, medicines }: { library: readonly LibraryTemplate[]; medicines: MedicineNames },
  problems: Problem[],
): LibraryTranslation[] {
  const shared = files.filter(({ path }) => blockPath.test(path))
  const blocksOf = (path: string): Blocks => {
    const ofLanguage = shared.filter((block) => path.startsWith(block.path.replace(/blocks\/.*$/, '')))
    return new Map(ofLanguage.map((block) => [nameOf(block), block.text]))
  }
  const texts = files.filter((file) => !shared.includes(file))
  reportUnusedBlocks(shared, texts, problems)
  return texts.flatMap(
    (file) =>
      loadTranslation(file, { library, medicines, blocks: blocksOf(file.path) }, reporter(file, problems)) ??
      [],
  )
}

function reportUnusedBlocks(shared: ContentFile[], texts: ContentFile[], problems: Problem[]): void {
  const used = new Set(
    texts.flatMap(({ path, text }) =>
      blockNames(text).map((name) => path.replace(/[^/]*$/, `blocks/${name}.md`)),
    ),
  )
  for (const block of shared)
    if (!used.has(block.path)) reporter(block, problems)(0, 'no translation includes it')
}

function loadTranslation(
  file: ContentFile,
  {
    library,
    medicines,
    blocks,
  }: { library: readonly LibraryTemplate[]; medicines: MedicineNames; blocks: Blocks },
  report: Report,
): LibraryTranslation | null {
  const matter = parseFrontMatter(file, TranslationFields, report)
  if (!matter) return null
  const { template, language, from } = matter.fields
  const english = library.find(({ id }) => id === template)
  if (file.path !== `content/translations/${language}/${template}.md`)
    report(0, 'the path must name its language and its template')
  if (!english) {
    report(0, `there is no template "${template}"`)
    return null
  }
  const sections = splitSections(includeBlocks(matter.body, blocks, matter.bodyLine, report), report)
  const marks = from.split(' ')
  const staleSections = english.sections
    .filter((section) => !marks.includes(sectionMark(section)))
    .map(({ id }) => id)
  const current = sections.filter(({ id }) => !staleSections.includes(id))
  if (staleSections.length === 0) checkParts(sections, english, report)
  for (const { id, html } of current) {
    const original = english.sections.find((section) => section.id === id)?.html ?? ''
    compareSection({ id, html }, original, report)
    const text = plainText(html)
    for (const fault of differingMedicines(plainText(original), { language, text }, medicines))
      report(0, `section ${id}: ${fault}`)
  }
  const hash = contentHash({ ...matter.fields, staleSections, sections })
  return { template, language, staleSections, hash, sections }
}

type EnglishSection = LibraryTemplate['sections'][number]

/** `2:` and the mark of this section: where the English says something else it is another. */
const sectionMark = (section: EnglishSection): string => `${section.id}:${englishMark(section)}`

/** What a translation's `from` says of the English that it was made of. */
export const englishMarks = (sections: readonly EnglishSection[]): string =>
  sections.map(sectionMark).join(' ')

function splitSections(body: string, report: Report): LibraryTranslation['sections'] {
  const parts = body.split(/^## (\d+)\. (.*)$/m)
  if (parts[0]?.trim()) report(0, 'text must stand under a heading such as ## 1. Title')
  const sections: LibraryTranslation['sections'] = []
  for (let at = 1; at < parts.length; at += 3) {
    const [number, title = '', text = ''] = parts.slice(at, at + 3)
    try {
      sections.push({ id: Number(number), title: title.trim(), html: sectionHtml(text) })
    } catch (error) {
      if (!(error instanceof MarkdownError)) throw error
      report(0, `section ${number}: ${error.message}`)
    }
  }
  return sections
}

function checkParts(
  sections: LibraryTranslation['sections'],
  english: LibraryTemplate,
  report: Report,
): void {
  const ids = (of: readonly { id: number }[]) => of.map(({ id }) => id).join(' ')
  if (ids(sections) !== ids(english.sections))
    report(0, `must have the sections ${ids(english.sections)}, in this order`)
}

/** What can be compared without knowing the language: parts, points of lists, bold words, placeholders and numbers. */
function compareSection({ id, html }: { id: number; html: string }, original: string, report: Report): void {
  for (const [what, of] of Object.entries(facts)) {
    const [here, there] = [of(html), of(original)]
    if (here !== there) report(0, `section ${id}: ${what}: ${here}, but in English: ${there}`)
  }
}

const sorted = (found: readonly string[]) => found.toSorted().join(' ') || 'none'
const count = (html: string, tag: string) => html.split(`<${tag}>`).length - 1

const facts: Record<string, (html: string) => string> = {
  paragraphs: (html) => String(count(html, 'p')),
  headings: (html) => String(count(html, 'h3')),
  'points of lists': (html) => String(listItems(html).length),
  'bold parts': (html) => String(count(html, 'strong')),
  placeholders: (html) => sorted(placeholderNames(html)),
  // Thousands are written with commas, points or spaces.
  numbers: (html) =>
    sorted(
      plainText(html)
        .replaceAll(/(?<=\d)[,.\s\u00A0](?=\d{3}\b)/g, '')
        .match(/\d+/g) ?? [],
    ),
}
