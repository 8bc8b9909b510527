import { strToU8, zipSync } from 'fflate'
import { setImmediate } from 'node:timers/promises'
import type { TemplateFile } from '../../../contract/template-files.ts'
import type { TemplateSide } from '../templates/index.ts'
import { listTranslations } from '../translations/index.ts'
import { uniqueSlugs } from './template-file-rules.ts'
import type { TemplateWithText } from './template-file-store.ts'
import { buildMarkdownFile, type NamedTemplate } from './template-markdown.ts'

/** Templates as files hold them, each with its translations. */
export async function exportTemplates(
  scope: TemplateSide,
  found: readonly TemplateWithText[],
): Promise<NamedTemplate[]> {
  const exported: NamedTemplate[] = []
  for (const one of found)
    exported.push({ ...templateTextOf(one), translations: await exportTranslations(scope, one) })
  return exported
}

function templateTextOf({ template, version: { heading, wording } }: TemplateWithText) {
  const { requiresTooth, requiresDiagnosis, ...names } = heading
  const { sections, questions, cautions, pictures = [] } = wording
  const risks = wording.risks.map(({ figure: _figure, basis: _basis, ...risk }) => risk)
  const { clinicalOwnerName: name, clinicalOwnerGdc: gdcNumber, reviewDue, offeredToAll } = template
  return {
    ...names,
    ...{ sections, risks, questions, cautions, pictures },
    metadata: { requiresTooth, requiresDiagnosis, isGlobal: offeredToAll },
    clinicalOwner: gdcNumber === null ? null : { name, gdcNumber },
    reviewDue,
  }
}

async function exportTranslations(scope: TemplateSide, { template }: TemplateWithText) {
  const rows = await listTranslations(scope, template.id)
  return rows.map(({ language, format, sections }) => ({
    language,
    format,
    sections: sections.map(({ sectionId, title, content, status }) => ({
      sectionId,
      title,
      content,
      status,
    })),
  }))
}

/** One JSON document with all templates. */
export function buildJsonFile(templates: NamedTemplate[], now: Date): Buffer {
  const file: TemplateFile = {
    format: 'candour-templates',
    version: 1,
    exportedAt: now.toISOString(),
    templates,
  }
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`)
}

/** A ZIP archive with one Markdown file for each template. */
export async function buildMarkdownArchive(templates: readonly NamedTemplate[], now: Date): Promise<Buffer> {
  const names = uniqueSlugs(templates.map(({ name }) => name))
  const files: Record<string, Uint8Array> = {}
  for (const [index, template] of templates.entries()) {
    files[`${names[index]}.md`] = strToU8(buildMarkdownFile(template))
    // Between two templates others get their turn.
    await setImmediate()
  }
  return Buffer.from(zipSync(files, { mtime: now }))
}
