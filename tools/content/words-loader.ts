import { type ContentFile, type Problem, nameOf } from './content-file.ts'
import type { Json } from './json-type.ts'

/** The patient's words by language; English says which keys there are. */
export type WordsByLanguage = ReadonlyMap<string, Json>

/** Reads `content/words/*.json`. A language with a missing, extra or empty text is reported. */
export function loadWords(files: ContentFile[], problems: Problem[]): WordsByLanguage {
  const words = new Map<string, Json>()
  for (const file of files) {
    const parsed = parseJson(file, problems)
    if (parsed !== undefined) words.set(nameOf(file), parsed)
  }
  const english = words.get('en')
  if (english === undefined) {
    if (words.size > 0) problems.push({ path: 'content/words/en.json', line: 0, message: 'is missing' })
    return words
  }
  const wanted = textPaths(english)
  for (const file of files) {
    const texts = textPaths(words.get(nameOf(file)) ?? {})
    const report = (message: string) => problems.push({ path: file.path, line: 0, message })
    for (const [path, text] of texts) {
      if (!wanted.has(path)) report(`"${path}" is not in en.json`)
      if (text.trim() === '') report(`"${path}" is empty`)
    }
    for (const path of wanted.keys()) if (!texts.has(path)) report(`"${path}" is missing`)
  }
  return words
}

/** Parses JSON; undefined when it was reported as wrong. */
export function parseJson(file: ContentFile, problems: Problem[]): Json | undefined {
  try {
    return JSON.parse(file.text) as Json
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    problems.push({ path: file.path, line: 0, message })
    return undefined
  }
}

function textPaths(value: Json, path = ''): Map<string, string> {
  if (value === null || typeof value !== 'object') return new Map([[path, String(value ?? '')]])
  const entries = Object.entries(value)
  return new Map(entries.flatMap(([key, inner]) => [...textPaths(inner, path ? `${path}.${key}` : key)]))
}
