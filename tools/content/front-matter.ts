import { LineCounter, isNode, parseDocument } from 'yaml'
import type { z } from 'zod'
import '../../contract/input-messages.ts'
import type { ContentFile, Report } from './content-file.ts'

/** A Markdown file's checked fields and its text; `bodyLine` is the line on which the text starts. */
export type FrontMatter<Fields> = { fields: Fields; body: string; bodyLine: number }

const frontMatterPattern = /^---\n([\s\S]*?\n)---\n/

/** Splits and checks a Markdown file with YAML front matter; null when it was reported as wrong. */
export function parseFrontMatter<Fields>(
  file: ContentFile,
  schema: z.ZodType<Fields>,
  report: Report,
): FrontMatter<Fields> | null {
  const match = frontMatterPattern.exec(file.text)
  if (!match) {
    report(1, 'must begin with a block of fields between two lines of ---')
    return null
  }
  const fields = parseYaml(match[1] ?? '', schema, report, 1)
  if (fields === null) return null
  const bodyLine = match[0].split('\n').length
  return { fields, body: file.text.slice(match[0].length), bodyLine }
}

/** Checked YAML; null when it was reported as wrong. `lineOffset` is the number of lines before it in its file. */
export function parseYaml<Fields>(
  text: string,
  schema: z.ZodType<Fields>,
  report: Report,
  lineOffset = 0,
): Fields | null {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const lineAt = (offset: number) => lines.linePos(offset).line + lineOffset

  for (const error of document.errors) report(lineAt(error.pos[0]), error.message.split('\n')[0] ?? '')
  if (document.errors.length > 0) return null

  const checked = schema.safeParse(document.toJS())
  if (checked.success) return checked.data
  for (const issue of checked.error.issues) {
    const offset = offsetOf(issue.path)
    report(lineAt(offset), `${issue.path.join('.') || 'fields'}: ${issue.message}`)
  }
  return null

  /** Where the faulty field stands, or its nearest parent when it is missing. */
  function offsetOf(path: PropertyKey[]): number {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return node.range[0]
    }
    return 0
  }
}
