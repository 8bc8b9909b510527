import type { Content } from './content-loader.ts'
import { jsonType } from './json-type.ts'

/** The files of `build/content/` by name. The same content gives the same bytes. */
export function emitContent(content: Content, libraryTypes: string): Map<string, string> {
  const files = new Map<string, string>()
  files.set('templates.json', json(content.templates.map(({ shipped }) => shipped)))
  files.set('pictures.json', json(content.pictures))
  files.set('translations.json', json(content.translations))
  // One by one as well, for browsers that want a single text; the index says which belongs to a subtype.
  for (const { shipped } of content.templates) files.set(`library/${shipped.id}.json`, json(shipped))
  const index = content.templates.map(({ shipped: { id, treatmentSubtype } }) => [treatmentSubtype, id])
  files.set('library-index.json', json(Object.fromEntries(index)))
  files.set('treatments.json', json(content.treatments))
  files.set('patient-factors.json', json(content.factors))
  files.set('messages.json', json(content.messages))
  files.set('health-words.json', json(content.healthWords))
  files.set('pages.json', json(content.pages))
  for (const [language, words] of content.words) files.set(`words.${language}.json`, json(words))
  files.set('types.d.ts', [libraryTypes.trim(), ...readTypes(content)].join('\n\n') + '\n')
  return files
}

/** Types read off the data: `Pages`, and `Words` with `Language` once there are English words. */
function readTypes({ pages, words }: Content): string[] {
  const types = [`export type Pages = ${jsonType(pages)}`]
  const english = words.get('en')
  if (english === undefined) return types
  const languages = [...words.keys()].map((language) => `'${language}'`).join(' | ')
  return [...types, `export type Language = ${languages}`, `export type Words = ${jsonType(english)}`]
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
