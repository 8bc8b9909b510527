import { TemplateFile, type ExportedTemplate } from '../../../contract/template-files.ts'
import { describeIssues, printableExcerpt, templates_at_once_max } from './template-file-rules.ts'
import { readMarkdownFile } from './template-markdown.ts'

export type ImportedFile = { name: string; text: string }

/** One template of a file: what it says, or why it cannot be taken in. */
export type Candidate = {
  file: string
  /** As far as it could be read. */
  name: string
  form: 'json' | 'markdown'
  remarks: string[]
  template: ExportedTemplate | null
}

const ExportedTemplate = TemplateFile.shape.templates.element

/** The templates of a file, in their order; a file that cannot be read is one that is refused. */
export function readTemplateFile({ name, text }: ImportedFile): Candidate[] {
  const file = printableExcerpt(name)
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const form = detectFormat(file, plain)
  const without = (remark: string) => [
    { file, name: '', form: form ?? 'json', remarks: [remark], template: null },
  ]
  if (form === 'markdown') {
    const { template, remarks, faults } = readMarkdownFile(plain)
    return [validateTemplate({ file, form }, template, { remarks, faults })]
  }
  if (form === null) return without('The file is neither JSON nor Markdown.')
  const templates = templatesOf(plain)
  if (typeof templates === 'string') return without(templates)
  if (templates.length > templates_at_once_max)
    return without(
      `The file contains ${templates.length} templates; at most ${templates_at_once_max} can be imported at once.`,
    )
  return templates.map((template) => validateTemplate({ file, form }, template, { remarks: [], faults: [] }))
}

/** By the ending of its name, or else by how it begins. */
function detectFormat(file: string, text: string): Candidate['form'] | null {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase()
  if (ending === 'json') return 'json'
  if (ending === 'md' || ending === 'markdown') return 'markdown'
  if (/^\s*[[{]/.test(text)) return 'json'
  return text.startsWith('---\n') ? 'markdown' : null
}

/** What a JSON file holds: a file of ours, a list of templates, or one; or why it is none of these. */
function templatesOf(text: string): unknown[] | string {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return 'The file is not valid JSON.'
  }
  if (Array.isArray(read)) return read
  if (typeof read !== 'object' || read === null) return 'The file contains no templates.'
  if (!('templates' in read)) return [read]
  const { format, version, templates } = read as Record<string, unknown>
  if (format !== 'candour-templates') return 'The file is not marked as a template file.'
  if (version !== 1) return 'Only version 1 template files can be imported.'
  return Array.isArray(templates) ? templates : 'The templates must be a list.'
}

type ReadIssues = { remarks: string[]; faults: string[] }

/** A template that the contract lets through, or what is wrong with it. */
function validateTemplate(
  from: Pick<Candidate, 'file' | 'form'>,
  template: unknown,
  { remarks, faults }: ReadIssues,
): Candidate {
  const name = templateNameIn(template)
  const read = ExportedTemplate.safeParse(template)
  const all = [...faults, ...(read.error ? describeIssues(read.error.issues) : [])]
  if (all.length > 0 || !read.success) return { ...from, name, remarks: all, template: null }
  return { ...from, name, remarks, template: read.data }
}

function templateNameIn(template: unknown): string {
  if (typeof template !== 'object' || template === null) return ''
  const { name, title } = template as Record<string, unknown>
  const foundName = name ?? title
  const text =
    typeof foundName === 'object' && foundName !== null
      ? (foundName as Record<string, unknown>).en
      : foundName
  return typeof text === 'string' || typeof text === 'number' ? printableExcerpt(String(text)) : ''
}
