import type { Content } from './content-loader.ts'
import { factorsOfRule } from '../../contract/risk-rules.ts'
import { jsonType } from './json-type.ts'
import { summariseEvidence } from './library-evidence.ts'
import type {
  LibraryFactorBook,
  LibraryProcedures,
  LibraryProperties,
  LibraryQuestions,
  LibrarySuggestions,
} from './library-types.ts'
import { mergeProperties } from './procedure-loader.ts'
import { listOutdatedSources } from './source-loader.ts'

/** The files of `build/content/` by name. The same content gives the same bytes. */
export function emitContent(content: Content, libraryTypes: string): Map<string, string> {
  const files = new Map<string, string>()
  files.set('templates.json', json(content.templates.map(({ shipped }) => shipped)))
  files.set('pictures.json', json(content.pictures))
  files.set('picture-translations.json', json(content.pictureTranslations))
  files.set('films.json', json(content.films))
  files.set('translations.json', json(content.translations))
  files.set('easy-read.json', json(content.easyRead))
  const easyReadMarks = content.easyRead.map(({ template, sections }) => ({
    template,
    sections: sections.map(({ englishHash }) => englishHash),
  }))
  files.set('easy-read-marks.json', json(easyReadMarks))
  files.set('easy-read-symbols.json', json(content.easyReadSymbols))
  // Alone, for a start that looks whether anything has changed.
  const translationMarks = content.translations.map(({ template, language, hash }) => ({
    ...{ template, language, hash },
  }))
  files.set('translation-marks.json', json(translationMarks))
  files.set('termbases.json', json(content.termbases))
  files.set('glossary.json', json(content.glossary))
  // One by one as well, for browsers that want a single text; the index says which belongs to a subtype.
  for (const { shipped } of content.templates) files.set(`library/${shipped.id}.json`, json(shipped))
  const index = content.templates.map(({ shipped: { id, treatmentSubtype } }) => [treatmentSubtype, id])
  files.set('library-index.json', json(Object.fromEntries(index)))
  const shippedTemplates = content.templates.map(({ shipped }) => shipped)
  files.set(
    'library-evidence.json',
    json(summariseEvidence(shippedTemplates, content.sources, content.clinicalReviews)),
  )
  files.set('clinical-reviews.json', json(content.clinicalReviews))
  files.set('outdated-sources.json', json(listOutdatedSources(content.sources)))
  const suggestions: LibrarySuggestions = Object.fromEntries(
    content.templates.map(({ shipped, suggestions: ofGaps }) => [shipped.id, ofGaps]),
  )
  files.set('suggestions.json', json(suggestions))
  files.set('treatments.json', json(content.treatments))
  files.set(
    'treatment-properties.json',
    json(content.procedures && treatmentProperties(content, content.procedures)),
  )
  files.set('additional-consents.json', json(content.additionalConsents))
  files.set('nhs-charges.json', json(content.nhsCharges))
  files.set('patient-factors.json', json(content.factors))
  files.set('history-questions.json', json(content.factors && historyQuestions(content.factors)))
  files.set('understanding.json', json(content.understanding))
  files.set('capacity-forms.json', json(content.capacity))
  files.set('compliance.json', json(content.compliance))
  files.set('shorthand.json', json(content.shorthand))
  files.set('messages.json', json(content.messages))
  files.set('health-words.json', json(content.healthWords))
  // Each alone, so that a page brings its own words and no other's.
  for (const [name, page] of Object.entries(content.pages)) files.set(`page.${name}.json`, json(page))
  files.set('platform-documents.json', json(content.platformDocuments))
  files.set('aftercare.json', json(content.aftercare))
  // Alone, for the patient's page: it must say what to do without a connection.
  files.set('worries.json', json(content.aftercare?.worries ?? []))
  for (const [language, words] of content.words) files.set(`words.${language}.json`, json(words))
  files.set('types.d.ts', [libraryTypes.trim(), ...inferredTypes(content)].join('\n\n') + '\n')
  return files
}

/** Types read off the data: `Words` with `Language` once there are English words. */
function inferredTypes({ words }: Content): string[] {
  const english = words.get('en')
  if (english === undefined) return []
  const languages = [...words.keys()].map((language) => `'${language}'`).join(' | ')
  return [`export type Language = ${languages}`, `export type Words = ${jsonType(english)}`]
}

function treatmentProperties({ templates }: Content, procedures: LibraryProcedures): LibraryProperties {
  const known = new Map(procedures.treatments.map(({ id, properties }) => [id, properties]))
  const treatments = templates.map(({ shipped: { id, treatmentType, treatmentSubtype } }) => ({
    ...{ id, treatmentType, treatmentSubtype },
    properties: known.get(id) ?? [],
  }))
  const uncommon = new Set(
    procedures.kinds.flatMap(({ isUncommon, treatments: ids }) => (isUncommon ? ids : [])),
  )
  const usualOf = (all: typeof treatments) => {
    const usual = all.filter(({ id }) => !uncommon.has(id))
    return usual.length > 0 ? usual : all
  }
  const types = [...Map.groupBy(treatments, ({ treatmentType }) => treatmentType)].map(
    ([treatmentType, all]) => ({
      treatmentType,
      properties: mergeProperties(
        procedures,
        usualOf(all).map(({ properties }) => properties),
      ),
    }),
  )
  return { treatments, types }
}

/** Without the rules, which are long: a browser asks the server what follows from an answer. */
function historyQuestions({ sections, factors, rules }: LibraryFactorBook): LibraryQuestions {
  const stopping = new Set(
    rules.flatMap(({ severity, when }) => (severity === 'stop' ? factorsOfRule(when) : [])),
  )
  const asked = factors.map(({ source: _source, patientReason: _reason, ...factor }) => ({
    ...factor,
    mayStop: stopping.has(factor.id),
  }))
  return { sections, factors: asked }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
