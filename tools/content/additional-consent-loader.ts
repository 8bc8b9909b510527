import { z } from 'zod'
import { additionalConsentKeys } from '../../contract/additional-consents.ts'
import { languageTags } from '../../contract/languages.ts'
import { findBannedWords, findPromises } from '../../wording/word-checks.ts'
import { longSentences } from '../../wording/reading-checks.ts'
import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import type { LibraryAdditionalConsent } from './library-types.ts'

const line = z.string().trim().min(1)
const AdditionalConsentsFile = z.strictObject({
  additionalConsents: z.array(
    z.strictObject({
      key: z.enum(additionalConsentKeys),
      title: line,
      question: line,
      languages: z.record(z.enum(languageTags), line),
    }),
  ),
})

/** Reads `content/additional-consents.yaml`: one that is missing or there twice, or worded badly, is reported. */
export function loadAdditionalConsents(file: ContentFile, problems: Problem[]): LibraryAdditionalConsent[] {
  const report = reporter(file, problems)
  const book = parseYaml(file.text, AdditionalConsentsFile, report)
  if (!book) return []
  const keys = book.additionalConsents.map(({ key }) => key)
  for (const key of additionalConsentKeys)
    if (keys.filter((one) => one === key).length !== 1) report(0, `"${key}" is not there once`)
  for (const { key, question } of book.additionalConsents) {
    const passage = { title: '', text: question }
    const remarks = [...findPromises(passage), ...findBannedWords(passage), ...longSentences('', question)]
    for (const { level, message } of remarks) if (level === 'error') report(0, `${key}: ${message}`)
  }
  return book.additionalConsents
}
