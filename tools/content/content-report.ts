/** Prints length and reading age of every template: `node tools/content/content-report.ts`. */
import { join } from 'node:path'
import { problemLine } from './content-file.ts'
import { loadContent } from './content-loader.ts'
import { plainText } from '../../wording/plain-text.ts'
import { measure } from '../../wording/readability.ts'
import { wholeText } from '../../wording/reading-checks.ts'

const { content, warnings } = loadContent(join(import.meta.dirname, '../..'))
const rows = content.templates.map(({ shipped, linted }) => {
  const whole = measure(wholeText(linted))
  const grades = linted.sections.map(({ html }) => measure(plainText(html)).grade.toFixed(1))
  return {
    template: shipped.id,
    words: whole.words,
    'grade by section': grades.join(' '),
    SMOG: whole.smog.toFixed(1),
    'longest sentence': whole.longestSentenceWords,
    'over 20 words': `${Math.round(whole.longShare * 100)} %`,
    risks: shipped.risks.length,
    questions: shipped.questions.length,
  }
})
console.table(rows)
for (const warning of warnings) console.log(problemLine(warning))
