import { z } from 'zod'
import { nameOf, reporter, type ContentFile, type Problem } from './content-file.ts'
import { parseFrontMatter } from './front-matter.ts'
import type { Json } from './json-type.ts'
import type { ShippedDocument } from './library-types.ts'
import { sectionHtml } from './section-html.ts'

const Fields = z.strictObject({
  title: z.string().trim().min(1),
  /** Whether it stands as it is; otherwise somebody has to complete it first. */
  isPublished: z.boolean(),
  needsAcceptance: z.boolean(),
})
const standaloneDocumentKinds = ['data-processing', 'safety-case', 'hazard-log', 'dpia'] as const
/** What an entry of the hazard log says, in this order. */
const hazardFacts = ['Cause', 'Effect', 'Initial risk', 'Control', 'Verification', 'Residual risk', 'Owner']

const lines = z.array(z.string()).default([])
const LegalPage = z.object({
  heading: z.string(),
  lead: z.string(),
  sections: z.array(
    z.object({
      heading: z.string(),
      text: lines,
      list: lines,
      table: z.object({ columns: lines, rows: z.array(lines) }).optional(),
    }),
  ),
})
/** Public pages that are documents too, so that both say the same: practices agree to the first. */
const pageDocuments = [
  { kind: 'terms', needsAcceptance: true },
  { kind: 'privacy', needsAcceptance: false },
] as const

/** Reads `content/platform-documents/`, and makes documents of the public pages that are some. */
export function loadPlatformDocuments(
  files: readonly ContentFile[],
  pages: Readonly<Record<string, Json>>,
  problems: Problem[],
): ShippedDocument[] {
  const ofPages = pageDocuments.flatMap(({ kind, needsAcceptance }): ShippedDocument[] => {
    const page = LegalPage.safeParse(pages[kind])
    if (page.success)
      return [
        {
          kind,
          title: page.data.heading,
          text: pageToMarkdown(page.data),
          isPublished: true,
          needsAcceptance,
        },
      ]
    problems.push({ path: `content/pages/${kind}.json`, line: 0, message: 'is no page of sections' })
    return []
  })
  return [...ofPages, ...files.flatMap((file) => readDocument(file, problems) ?? [])]
}

function readDocument(file: ContentFile, problems: Problem[]): ShippedDocument | null {
  const report = reporter(file, problems)
  const kind = standaloneDocumentKinds.find((name) => name === nameOf(file))
  const read = parseFrontMatter(file, Fields, report)
  if (!kind) report(0, 'is none of the documents of contract/platform-documents.ts')
  if (!kind || !read) return null
  try {
    sectionHtml(read.body)
  } catch (error) {
    report(read.bodyLine, (error as Error).message)
  }
  if (kind === 'hazard-log') checkHazards(read.body, (message) => report(0, message))
  return { kind, ...read.fields, text: read.body.trim() }
}

/** Each hazard says everything, in the same order. */
function checkHazards(body: string, report: (message: string) => void): void {
  for (const hazard of body.split(/^### /m).slice(1)) {
    const named = [...hazard.matchAll(/^- \*\*(.+?):\*\* \S/gm)].map(([, name]) => name)
    if (named.join() !== hazardFacts.join())
      report(`${hazard.split('\n')[0]}: must say ${hazardFacts.join(', ')}`)
  }
}

/** A page's text as Markdown; a table's rows become the points of a list, each with the names of its columns. */
function pageToMarkdown({ lead, sections }: z.infer<typeof LegalPage>): string {
  const parts = sections.flatMap(({ heading, text, list, table }) => {
    const rows = (table?.rows ?? []).map(([first = '', ...rest]) =>
      [`**${first}.**`, ...rest.map((cell, at) => `${table!.columns[at + 1] ?? ''}: ${cell}.`)].join(' '),
    )
    const points = [...list, ...rows].map((point) => `- ${point}`).join('\n')
    return [`### ${heading}`, ...text, points].filter((part) => part !== '')
  })
  return [lead, ...parts].join('\n\n')
}
