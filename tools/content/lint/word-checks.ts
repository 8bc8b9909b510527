import { type LintedTemplate, type Remark, error, warning } from './linted-template.ts'
import { plainText, sentences } from './plain-text.ts'
import { bannedWords, foreignWords, jargon } from './word-lists.ts'

type Passage = { title: string; text: string }

export function noBannedWords(template: LintedTemplate): Remark[] {
  return found(template, bannedWords, (word) => `do not write "${word}"`)
}

export function ukEnglish(template: LintedTemplate): Remark[] {
  return found(template, foreignWords, (word) => `"${word}" is not UK English`)
}

/** The first sentence with a dental word tells what it means: "called …", "(…)", "a … is". */
export function jargonExplained(template: LintedTemplate): Remark[] {
  const explains = /\(|\bcalled\b|\bthis is\b|\b(?:is|means) an?\b/i
  const all = template.sections.flatMap(({ title, html }) =>
    sentences(plainText(html)).map((text): Passage => ({ title, text })),
  )
  return jargon.flatMap((word) => {
    const first = all.find(({ text }) => word.test(text))
    return first && !explains.test(first.text)
      ? [
          warning(
            first.title,
            `explain "${word.exec(first.text)?.[0]}" where it is first used: "${first.text}"`,
          ),
        ]
      : []
  })
}

function found(template: LintedTemplate, list: RegExp[], message: (word: string) => string): Remark[] {
  return passages(template).flatMap(({ title, text }) =>
    list.flatMap((word) => {
      const match = word.exec(text)
      return match ? [error(title, message(match[0]))] : []
    }),
  )
}

function passages(template: LintedTemplate): Passage[] {
  return [
    { title: 'Description', text: template.description },
    ...template.sections.map(({ title, html }) => ({ title, text: plainText(html) })),
    ...template.questions.map(({ question, answers, explanation }) => ({
      title: 'Questions',
      text: [question, ...answers, explanation].join('\n'),
    })),
  ]
}
