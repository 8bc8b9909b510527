/**
 * In which language a piece of wording is written and which way it runs, as far as its letters tell. The same rule holds
 * on screens and in records. Import-free, so that browsers may use it as a value.
 */
export type LanguageAndDirection = { lang: 'en' | 'ur' | 'ar' | 'pa' | 'bn' | 'zh-Hans'; dir: 'ltr' | 'rtl' }

type Script = 'latin' | 'arabic' | 'gurmukhi' | 'bengali' | 'han'

const scriptWords: Record<Script, RegExp> = {
  latin: /\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*/gu,
  arabic: /\p{Script=Arabic}[\p{Script=Arabic}\p{M}]*/gu,
  gurmukhi: /\p{Script=Gurmukhi}[\p{Script=Gurmukhi}\p{M}]*/gu,
  bengali: /\p{Script=Bengali}[\p{Script=Bengali}\p{M}]*/gu,
  // Chinese sets no spaces; two characters are about a word.
  han: /\p{Script=Han}{1,2}/gu,
}

const languageByScript: Record<Script, LanguageAndDirection> = {
  latin: { lang: 'en', dir: 'ltr' },
  arabic: { lang: 'ar', dir: 'rtl' },
  gurmukhi: { lang: 'pa', dir: 'ltr' },
  bengali: { lang: 'bn', dir: 'ltr' },
  han: { lang: 'zh-Hans', dir: 'ltr' },
}

/** Letters that Urdu has and Arabic has not. */
const urduOnlyLetters = /[ٹڈڑںھہےۓ]/u

/**
 * The language most words of a text are in: a drug's or a person's English name at its beginning does not turn an Urdu
 * sentence around. Letters that several languages write in tell only the script; English stands for all that are
 * written in Latin letters, because nothing in them tells which.
 * @param whole the wording that the text is a part of: a word that Urdu and Arabic share is what the rest is, and so is a
 * number that stands alone
 */
export function detectLanguage(text: string, whole = text): LanguageAndDirection {
  const count = (script: Script) => text.match(scriptWords[script])?.length ?? 0
  const [most] = (Object.keys(scriptWords) as Script[])
    .map((script) => ({ script, count: count(script) }))
    .sort((one, other) => other.count - one.count)
  if (!most?.count) return text === whole ? languageByScript.latin : detectLanguage(whole)
  if (most.script !== 'arabic') return languageByScript[most.script]
  return urduOnlyLetters.test(text) || urduOnlyLetters.test(whole)
    ? { lang: 'ur', dir: 'rtl' }
    : languageByScript.arabic
}

/** The words of HTML that the server has cleaned. */
export const textOfHtml = (html: string): string => html.replaceAll(/<[^>]*>|&#?\w+;/g, ' ')
