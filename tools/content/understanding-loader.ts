import { z } from 'zod'
import { longSentences } from '../../wording/reading-checks.ts'
import { findBannedWords, findPromises } from '../../wording/word-checks.ts'
import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import { Answers, line } from './library-schema.ts'
import type { LibraryTreatments, LibraryUnderstanding } from './library-types.ts'

const Understanding = z.strictObject({
  questions: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
        section: z.string(),
        notFor: z.array(line).default([]),
        question: line,
        answers: Answers,
        explanation: line,
      }),
    )
    .min(1),
})

/** Reads `content/understanding/universal.yaml`: ids that stand twice, names that lead nowhere and words we do not use are reported. */
export function loadUnderstanding(
  file: ContentFile,
  { builtIn, supplementary }: LibraryTreatments,
  problems: Problem[],
): LibraryUnderstanding {
  const report = reporter(file, problems)
  const questions = parseYaml(file.text, Understanding, report)?.questions ?? []
  const ids = questions.map(({ id }) => id)
  const types = [...builtIn, ...supplementary].map(({ name }) => name)
  for (const { id, question, answers, explanation, notFor } of questions) {
    for (const type of notFor)
      if (!types.includes(type)) report(0, `${id}: there is no treatment type "${type}"`)
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) report(0, `"${id}" is there twice`)
    for (const text of [question, explanation, ...answers.map(({ text: told }) => told)]) {
      const passage = { title: '', text }
      for (const { level, message } of [
        ...findPromises(passage),
        ...findBannedWords(passage),
        ...longSentences('', text),
      ])
        if (level === 'error') report(0, `${id}: ${message}`)
    }
  }
  return questions
}
