import healthWords from '../../../build/content/health-words.json' with { type: 'json' }
import texts from '../../../build/content/messages.json' with { type: 'json' }
import { languages, languageTags } from '../../../contract/languages.ts'
import { sms_text_length_max } from '../../../contract/limits.ts'
import type { SendingChannel } from '../../../contract/delivery-states.ts'
import {
  textKinds,
  type messageTextErrors,
  type textLanguages,
  type TextKind,
} from '../../../contract/messages.ts'
import { findHealthWords } from '../../../wording/health-words.ts'
import { placeholderNames } from '../../../wording/plain-text.ts'

export type TextLanguage = (typeof textLanguages)[number]
export type TextName = { kind: TextKind; channel: SendingChannel; language: TextLanguage }
/** A text that practices do not word themselves. */
export type FixedTextName = Omit<TextName, 'kind'> & { kind: 'link-code' | 'supporter-link' }
export type WrittenText = { subject: string; text: string }
export type TextError = { reason: (typeof messageTextErrors)[number]; words: string[] }

const placeholders = ['practiceName', 'practicePhone', 'link', 'expires', 'greetingName']

/** The text of a kind as shipped; null where none travels that way, as a signed copy by phone. */
export function shippedText({ kind, channel, language }: TextName | FixedTextName): WrittenText | null {
  const name = channel === 'sms' ? `${kind}-sms` : kind
  const english: Partial<Record<string, WrittenText>> = texts.en
  if (language === 'en') return english[name] ?? null
  const translated: Partial<Record<string, Partial<Record<string, WrittenText>>>> = texts.translated
  return translated[language]?.[name] ?? null
}

/** Every text there is, by name. */
export const textNames: TextName[] = textKinds.flatMap((kind) =>
  (['email', 'sms'] as const).flatMap((channel) =>
    (['en', ...languageTags] as const).flatMap((language) => {
      const name = { kind, channel, language }
      return shippedText(name) ? [name] : []
    }),
  ),
)

/** Language and script alone: 'pt-BR' is read by who reads 'pt', 'zh-Hant' is not read by who reads 'zh-Hans'. */
function languageAndScriptOf(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return null
  }
}

/** The language a patient is written to in: theirs where we have texts in it, else English. */
export function textLanguageOf(patientLanguage: string): TextLanguage {
  const wanted = languageAndScriptOf(patientLanguage)
  const found = wanted && languageTags.find((tag) => languageAndScriptOf(tag) === wanted)
  return found || 'en'
}

/** How a language is written, for what mail programs show. */
export const directionOf = (language: TextLanguage): 'ltr' | 'rtl' =>
  language === 'en' ? 'ltr' : languages[language].direction

/** Dates in the manner of a language, in the digits that everybody types. */
export const dayText = (language: TextLanguage, day: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : `${language}-u-nu-latn`, {
    dateStyle: 'long',
    timeZone,
  }).format(day)

/**
 * What is wrong with a text, all of it. Health words are looked for in English; a text in another language that names
 * a treatment in English is found all the same.
 */
export function validateText(name: TextName, { subject, text }: WrittenText): TextError[] {
  if (!shippedText(name)) return [{ reason: 'no-such-text', words: [] }]
  const used = placeholderNames(`${subject}\n${text}`)
  const unknown = used.filter((placeholder) => !placeholders.includes(placeholder))
  const health = findHealthWords(`${subject}\n${text}`, healthWords)
  const foreign = [...`${subject}\n${text}`.matchAll(/(?:https?:\/\/|www\.)[^\s{]*/gi)].map(([word]) => word)
  const isSms = name.channel === 'sms'
  const found: (TextError | false)[] = [
    !isSms && subject === '' && { reason: 'subject-missing', words: [] },
    !placeholderNames(text).includes('link') && { reason: 'link-missing', words: [] },
    placeholderNames(subject).includes('link') && { reason: 'link-in-subject', words: [] },
    unknown.length > 0 && { reason: 'unknown-placeholder', words: unknown },
    foreign.length > 0 && { reason: 'foreign-link', words: foreign },
    health.length > 0 && { reason: 'health-words', words: health },
    isSms && text.length > sms_text_length_max && { reason: 'too-long', words: [] },
  ]
  return found.filter((fault) => fault !== false)
}
