import { z } from 'zod'
import { findBannedWords } from '../../wording/word-checks.ts'
import { longSentences } from '../../wording/reading-checks.ts'
import { plainText } from '../../wording/plain-text.ts'
import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import type { GlossaryTerm } from './library-types.ts'
import type { LoadedTemplate } from './template-loader.ts'

const line = z.string().trim().min(1)
const meaning_length_max = 130

const Glossary = z.array(
  z.strictObject({
    term: line,
    also: z.array(line).default([]),
    meaning: line.max(meaning_length_max).regex(/\.$/, 'must be sentences'),
  }),
)

/**
 * Reads `content/glossary.yaml`. A form that two terms claim is reported, as is a term that stands in no template, where
 * nobody would ever press it.
 */
export function loadGlossary(
  file: ContentFile,
  templates: readonly LoadedTemplate[],
  problems: Problem[],
): GlossaryTerm[] {
  const report = reporter(file, problems)
  const terms = parseYaml(file.text, Glossary, report) ?? []
  const forms = terms.flatMap(({ term, also }) => [term, ...also]).map((form) => form.toLowerCase())
  for (const repeated of forms.filter((form, at) => forms.indexOf(form) !== at))
    report(0, `"${repeated}" is there twice`)
  const library = templates
    .flatMap(({ shipped }) => shipped.sections.map(({ html }) => plainText(html)))
    .join('\n')
    .toLowerCase()
  for (const { term, also, meaning } of terms) {
    if (![term, ...also].some((form) => isWordIn(library, form)))
      report(0, `"${term}" stands in no template of the library`)
    const remarks = [...findBannedWords({ title: '', text: meaning }), ...longSentences('', meaning)]
    for (const { message } of remarks) report(0, `${term}: ${message}`)
  }
  return terms
}

/** Whether a form stands in a text as a word of its own; both in small letters. */
function isWordIn(text: string, form: string): boolean {
  const escaped = form.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}-])${escaped}(?![\p{L}\p{N}-])`, 'u').test(text)
}
