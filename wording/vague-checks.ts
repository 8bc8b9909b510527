import { type Remark, warningRemark } from './linted-template.ts'
import { plainText, withoutPlaceholders, splitSentences } from './plain-text.ts'
import { statesNumber, vagueWords } from './vague-words.ts'

/** Headings, and paragraphs that are bold from end to end and serve as one. */
const heading = /<h[34]>(.*?)<\/h[34]>|<p><strong>([^<]*)<\/strong><\/p>/g

/**
 * Words such as 'rare' with no number in their sentence, the next one, or the heading they stand under. What to do at
 * home is not about chances, so aftercare may say 'often'.
 */
export function checkVagueFrequencies(title: string, html: string): Remark[] {
  if (title === 'Aftercare Instructions') return []
  const found = textsByHeading(html).flatMap(({ over, text }) =>
    text.split('\n').flatMap((line) => findVagueWords(splitSentences(line), over)),
  )
  return found.map(({ word, instead, sentence }) =>
    warningRemark(title, `"${word}" means another number to everybody: "${sentence}"`, {
      excerpt: word,
      suggestion: instead,
    }),
  )
}

/** All of them at once: few sentences have one, so the rest is left after a single look. */
const vagueWordPattern = new RegExp(vagueWords.map(({ pattern }) => pattern.source).join('|'), 'i')

type VagueFinding = { word: string; instead: string; sentence: string }

function findVagueWords(all: string[], over: string): VagueFinding[] {
  return all.flatMap((sentence, index) => {
    if (!vagueWordPattern.test(sentence)) return []
    const near = `${over} ${sentence} ${all[index + 1] ?? ''}`
    return vagueWords
      .filter(({ asks }) => !statesNumber(asks, near))
      .flatMap(({ pattern, instead }) =>
        Array.from(withoutPlaceholders(sentence).matchAll(pattern), ([word]) => ({
          word,
          instead,
          sentence,
        })),
      )
  })
}

/** The text of a section in parts, each with the heading that it stands under; headings are parts of their own. */
function textsByHeading(html: string): { over: string; text: string }[] {
  const parts: { over: string; text: string }[] = []
  let over = ''
  let from = 0
  for (const match of html.matchAll(heading)) {
    parts.push({ over, text: plainText(html.slice(from, match.index)) })
    over = plainText(match[1] ?? match[2] ?? '')
    parts.push({ over: '', text: over })
    from = match.index + match[0].length
  }
  return [...parts, { over, text: plainText(html.slice(from)) }]
}
