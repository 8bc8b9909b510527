import {
  checkFamilyFactsStated,
  checkFiguresHaveSources,
  checkContradictions,
  checkSeedFactsStated,
} from './fact-checks.ts'
import type { Finding, LintedTemplate, Remark } from './linted-template.ts'
import { checkReadingAge, checkSentenceLength } from './reading-checks.ts'
import { checkRecordFields } from './record-checks.ts'
import { checkBandOrder, checkRisksListed } from './risk-checks.ts'
import {
  checkAllowedHtml,
  checkEmergencyLine,
  checkMinimumWords,
  checkNoTreatmentOption,
  checkOptions,
  checkPlaceholders,
  checkRecommendation,
  checkRightToRefuse,
  checkSixSections,
} from './section-checks.ts'
import { checkJargonExplained, checkBannedWords, checkUkEnglish } from './word-checks.ts'

/**
 * The writing guide's checks of one template, by their numbers there. Number 2 (names and subtypes used once) and
 * 19 (near-copies) compare templates: the loader and `findNearCopies` make them.
 */
const checks: readonly [number, (template: LintedTemplate) => Remark[]][] = [
  [1, checkSixSections],
  [3, checkMinimumWords],
  [4, checkReadingAge],
  [5, checkSentenceLength],
  [6, checkRecommendation],
  [7, checkOptions],
  [7, checkNoTreatmentOption],
  [8, checkRisksListed],
  [9, checkBandOrder],
  [10, checkFiguresHaveSources],
  [11, checkEmergencyLine],
  [12, checkSeedFactsStated],
  [13, checkContradictions],
  [14, checkRightToRefuse],
  [15, checkPlaceholders],
  [16, checkBannedWords],
  [17, checkUkEnglish],
  [18, checkJargonExplained],
  [20, checkFamilyFactsStated],
  [21, checkRecordFields],
  [22, checkAllowedHtml],
]

/** What the writing guide finds in a template. Pure: runs in a browser as well as in the build. */
export function lintTemplate(template: LintedTemplate): Finding[] {
  return checks.flatMap(([check, run]) => run(template).map((remark) => ({ check, ...remark })))
}
