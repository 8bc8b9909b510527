import { languageTags } from '../../contract/languages.ts'
import type { LintedTemplate } from '../../wording/linted-template.ts'
import { measureReadability } from '../../wording/readability.ts'
import { templateText } from '../../wording/reading-checks.ts'
import { signatureOf } from './clinical-review-loader.ts'
import { countEvidence } from './library-evidence.ts'
import type {
  EvidenceCounts,
  LibraryClinicalReview,
  LibraryOutdatedSource,
  LibraryPicture,
  LibraryTemplate,
  LibraryTranslation,
} from './library-types.ts'
import type { PictureTranslationGap } from './picture-translation-loader.ts'

/** What the library is to reach: shares in 100, and a number of sources. */
const evidenceGoals = { serious_percent: 80, all_percent: 40, sources: 150 }

const inPercent = (part: number, whole: number) => (whole === 0 ? 100 : (part / whole) * 100)

/** How far the library is, goal by goal. */
export function compareWithGoals(totals: Omit<EvidenceCounts, 'certainty'>) {
  const { sourced, risks, seriousSourced, serious, sources } = totals
  const lines = [
    [
      'serious risks with a source, in 100',
      evidenceGoals.serious_percent,
      inPercent(seriousSourced, serious),
    ],
    ['all risks with a source, in 100', evidenceGoals.all_percent, inPercent(sourced, risks)],
    ['distinct sources', evidenceGoals.sources, sources],
  ] as const
  return lines.map(([what, goal, reached]) => ({
    ...{ what, goal, reached: Math.floor(reached * 10) / 10, isMet: reached >= goal },
  }))
}

/** 'high 1, moderate 4, low 2, opinion 9': grades that occur. */
const certaintyText = ({ certainty }: EvidenceCounts): string =>
  Object.entries(certainty)
    .filter(([, count]) => count > 0)
    .map(([grade, count]) => `${grade} ${count}`)
    .join(', ')

/** Who signed the text as it ships, or whether an earlier one was signed. */
function reviewText(template: LibraryTemplate, reviews: readonly LibraryClinicalReview[]): string {
  const signed = signatureOf(template, reviews)
  const due = `due ${template.reviewDue}`
  if (signed)
    return `signed by ${signed.reviewerName} (GDC ${signed.gdcNumber}) on ${signed.reviewedOn}, ${due}`
  const isChanged = reviews.some(({ template: of }) => of === template.id)
  return `awaiting clinical review${isChanged ? ', changed since review' : ''}, ${due}`
}

/** Languages with their state: 'cy machine, pl machine (stale: 2, 4)', by the numbers of sections. */
const languageText = (id: string, translations: readonly LibraryTranslation[]): string =>
  translations
    .filter(({ template }) => template === id)
    .map(
      ({ language, staleSections }) =>
        `${language} machine${staleSections.length === 0 ? '' : ` (stale: ${staleSections.join(', ')})`}`,
    )
    .join(', ')

/** Both formulas give a school grade; children are five when they begin. */
const ageOverGrade_years = 5

/** The reading ages of a template's text, by SMOG and by Flesch-Kincaid. */
export function readingAgesOf(template: LintedTemplate) {
  const { smog, grade } = measureReadability(templateText(template))
  return { smog: smog + ageOverGrade_years, fleschKincaid: grade + ageOverGrade_years }
}

/** One line of the report: what a template rests on, and what it has besides its English text. */
export function evidenceRow(
  shipped: LibraryTemplate,
  linted: LintedTemplate,
  {
    translations,
    clinicalReviews,
  }: {
    translations: readonly LibraryTranslation[]
    clinicalReviews: readonly LibraryClinicalReview[]
  },
) {
  const counts = countEvidence([shipped])
  const { sourced, risks, seriousSourced, serious, figures, sources } = counts
  const { smog, fleschKincaid } = readingAgesOf(linted)
  return {
    template: shipped.id,
    'risks with a source': `${sourced} of ${risks}`,
    'serious with a source': `${seriousSourced} of ${serious}`,
    ...{ figures, sources },
    certainty: certaintyText(counts),
    'reading age (SMOG, Flesch-Kincaid)': `${smog.toFixed(1)}, ${fleschKincaid.toFixed(1)}`,
    languages: languageText(shipped.id, translations),
    pictures: shipped.pictures.length,
    review: reviewText(shipped, clinicalReviews),
  }
}

/** How many drawings have their words in each language, and which of them say the English of before. */
export const pictureTranslationRows = (
  pictures: readonly Pick<LibraryPicture, 'id'>[],
  gaps: readonly PictureTranslationGap[],
) =>
  languageTags.map((language) => {
    const ofLanguage = gaps.filter((gap) => gap.language === language)
    const idsOf = (isStale: boolean) =>
      ofLanguage
        .filter((gap) => gap.isStale === isStale)
        .map(({ picture }) => picture)
        .join(', ')
    return {
      ...{ language, drawings: pictures.length - ofLanguage.length, of: pictures.length },
      ...{ stale: idsOf(true), missing: idsOf(false) },
    }
  })

/** Each source that was withdrawn or superseded, with what replaces it and the templates that rest on it. */
export const outdatedRows = (
  outdated: readonly LibraryOutdatedSource[],
  templates: readonly Pick<LibraryTemplate, 'id' | 'risks' | 'evidence'>[],
) =>
  outdated.map(({ reference, state, on, replacedBy }) => ({
    ...{ source: reference, state, on },
    'replaced by': replacedBy ?? '',
    templates: templates
      .filter(({ risks, evidence }) => [...risks, ...evidence].some(({ source }) => source === reference))
      .map(({ id }) => id)
      .join(', '),
  }))
