/**
 * In which language a piece of wording is written and which way it runs, as far as its letters tell. The same rule holds
 * on screens and in records. Import-free, so that browsers may use it as a value.
 */
export type Writing = { lang: 'en' | 'ur' | 'ar' | 'pa' | 'bn' | 'zh-Hans'; dir: 'ltr' | 'rtl' }

type Script = 'latin' | 'arabic' | 'gurmukhi' | 'bengali' | 'han'

const words: Record<Script, RegExp> = {
  latin: /\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*/gu,
  arabic: /\p{Script=Arabic}[\p{Script=Arabic}\p{M}]*/gu,
  gurmukhi: /\p{Script=Gurmukhi}[\p{Script=Gurmukhi}\p{M}]*/gu,
  bengali: /\p{Script=Bengali}[\p{Script=Bengali}\p{M}]*/gu,
  // Chinese sets no spaces; two characters are about a word.
  han: /\p{Script=Han}{1,2}/gu,
}

/** Letters that Urdu has and Arabic has not. */
const urduLetters = /[ٹڈڑںھہےۓ]/u

/**
 * The language most words of a text are in: a drug's or a person's English name at its beginning does not turn an Urdu
 * sentence around. Letters that several languages write in tell only the script; English stands for all that are
 * written in Latin letters, because nothing in them tells which.
 * @param whole the wording that the text is a part of: a word that Urdu and Arabic share is what the rest is, and so is a
 * number that stands alone
 */
export function writtenIn(text: string, whole = text): Writing {
  const count = (script: Script) => text.match(words[script])?.length ?? 0
  const [most] = (Object.keys(words) as Script[])
    .map((script) => ({ script, count: count(script) }))
    .sort((one, other) => other.count - one.count)
  if (!most?.count && text !== whole) return writtenIn(whole)
  switch (most?.count ? most.script : 'latin') {
    case 'arabic':
      return { lang: urduLetters.test(text) || urduLetters.test(whole) ? 'ur' : 'ar', dir: 'rtl' }
    case 'gurmukhi':
      return { lang: 'pa', dir: 'ltr' }
    case 'bengali':
      return { lang: 'bn', dir: 'ltr' }
    case 'han':
      return { lang: 'zh-Hans', dir: 'ltr' }
    default:
      return { lang: 'en', dir: 'ltr' }
  }
}

/** The words of HTML that the server has cleaned. */
export const wordsOfHtml = (html: string): string => html.replaceAll(/<[^>]*>|&#?\w+;/g, ' ')
