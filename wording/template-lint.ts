import { familyFactsStated, figuresSourced, noContradictions, seedFactsStated } from './fact-checks.ts'
import type { Finding, LintedTemplate, Remark } from './linted-template.ts'
import { readingAge, sentenceLength } from './reading-checks.ts'
import { record } from './record-checks.ts'
import { bandOrder, risksTold } from './risk-checks.ts'
import {
  allowedHtml,
  emergencyLine,
  minimumWords,
  noTreatmentOffered,
  options,
  placeholders,
  recommendation,
  rightToRefuse,
  sixSections,
} from './section-checks.ts'
import { jargonExplained, noBannedWords, ukEnglish } from './word-checks.ts'

/**
 * The writing guide's checks of one template, by their numbers there. Number 2 (names and subtypes used once) and
 * 19 (near-copies) compare templates: the loader and `nearCopies` make them.
 */
const checks: readonly [number, (template: LintedTemplate) => Remark[]][] = [
  [1, sixSections],
  [3, minimumWords],
  [4, readingAge],
  [5, sentenceLength],
  [6, recommendation],
  [7, options],
  [7, noTreatmentOffered],
  [8, risksTold],
  [9, bandOrder],
  [10, figuresSourced],
  [11, emergencyLine],
  [12, seedFactsStated],
  [13, noContradictions],
  [14, rightToRefuse],
  [15, placeholders],
  [16, noBannedWords],
  [17, ukEnglish],
  [18, jargonExplained],
  [20, familyFactsStated],
  [21, record],
  [22, allowedHtml],
]

/** What the writing guide finds in a template. Pure: runs in a browser as well as in the build. */
export function lintTemplate(template: LintedTemplate): Finding[] {
  return checks.flatMap(([check, run]) => run(template).map((remark) => ({ check, ...remark })))
}
