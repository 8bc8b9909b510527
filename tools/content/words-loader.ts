import { languages, languageTags, type Language } from '../../contract/languages.ts'
import { type ContentFile, type Problem, nameOf } from './content-file.ts'
import type { Json } from './json-type.ts'

/** The patient's words by language; English says which keys there are. */
export type WordsByLanguage = ReadonlyMap<string, Json>

/**
 * Reads `content/words/*.json`. A language with a missing, extra or empty text is reported, and so is one whose
 * placeholders differ from English, which lacks a form that its numbers need, or whose script runs the other way.
 */
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
  for (const file of files) {
    const report = (message: string) => problems.push({ path: file.path, line: 0, message })
    const name = nameOf(file)
    const language = languageTags.find((tag) => tag === name)
    if (language === undefined && name !== 'en')
      report('is in none of the languages of contract/languages.ts')
    else compare(textPaths(words.get(name) ?? {}), requiredTexts(textPaths(english), name), report)
    if (language) checkDirection(words.get(name), language, report)
  }
  return words
}

type Texts = Map<string, string>

const plural_numbers_max = 100
/** The end of a text's path that depends on a number. Where a form stands for one number, it may do without the number. */
const pluralForm = /\.(zero|one|two|few|many|other)$/
const singleNumberForm = /\.(zero|one|two)$/

/** English, and the forms that this language needs besides for what depends on a number. */
function requiredTexts(english: Texts, language: string): Texts {
  const rules = new Intl.PluralRules(language)
  const numbers = Array.from({ length: plural_numbers_max + 1 }, (_, number) => number)
  const forms = new Set(numbers.map((number) => rules.select(number)))
  const wanted = new Map(english)
  for (const [path, text] of english) {
    if (!isPlural(path, english) || !path.endsWith('.other')) continue
    for (const form of forms) {
      const other = path.replace(pluralForm, `.${form}`)
      if (!wanted.has(other)) wanted.set(other, text)
    }
  }
  return wanted
}

const isPlural = (path: string, texts: Texts) =>
  pluralForm.test(path) && ['.one', '.other'].every((form) => texts.has(path.replace(pluralForm, form)))

function compare(texts: Texts, wanted: Texts, report: (message: string) => void): void {
  for (const [path, text] of texts) {
    const english = wanted.get(path)
    if (text.trim() === '') report(`"${path}" is empty`)
    if (english === undefined) {
      report(`"${path}" is not in en.json`)
      continue
    }
    const free = isPlural(path, wanted) && singleNumberForm.test(path) ? ['{count}'] : []
    for (const name of placeholders(english).difference(placeholders(text)))
      if (!free.includes(name)) report(`"${path}" lacks ${name}`)
    for (const name of placeholders(text).difference(placeholders(english)))
      if (!free.includes(name)) report(`"${path}" has ${name}, which English has not`)
  }
  for (const path of wanted.keys()) if (!texts.has(path)) report(`"${path}" is missing`)
}

const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g))

function checkDirection(
  words: Json | undefined,
  language: Language,
  report: (message: string) => void,
): void {
  const { locale, dir } = { ...(words as { locale?: string; dir?: string } | undefined) }
  if (locale !== undefined && locale !== language && !locale.startsWith(`${language}-`))
    report(`"locale" is none of ${language}`)
  const { direction } = languages[language]
  if (dir !== undefined && dir !== direction) report(`"dir" is not ${direction}`)
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

/** Every text of JSON by its path. */
export function textPaths(value: Json, path = ''): Map<string, string> {
  if (value === null || typeof value !== 'object') return new Map([[path, String(value ?? '')]])
  const entries = Object.entries(value)
  return new Map(entries.flatMap(([key, inner]) => [...textPaths(inner, path ? `${path}.${key}` : key)]))
}
