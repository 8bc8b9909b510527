/**
 * `npm run content`: length and reading age of the library by treatment type; with names, or `-- all`, of each template,
 * and what a translation of those named is stamped with;
 * with `-- report` what each rests on, its languages, pictures and review, which of them rest on a source that was withdrawn
 * or superseded, which drawings lack words in a language or have stale ones, how far all are from the goals, and which templates could be about anything.
 *
 *   npm run content [-- all | report | <template>...]
 */
import { join } from 'node:path'
import { recordPlaceholders } from '../../contract/consent-plan.ts'
import { plainText } from '../../wording/plain-text.ts'
import { measureReadability } from '../../wording/readability.ts'
import { templateText } from '../../wording/reading-checks.ts'
import { problemLine } from './content-file.ts'
import { loadContent } from './content-loader.ts'
import {
  compareWithGoals,
  evidenceRow,
  outdatedRows,
  pictureTranslationRows,
  readingAgesOf,
} from './evidence-report.ts'
import { summariseEvidence } from './library-evidence.ts'
import { measureSameness, templatesThatShare_min } from './sameness-report.ts'
import { listOutdatedSources } from './source-loader.ts'
import { englishMarks } from './translation-loader.ts'
import type { LoadedTemplate } from './template-loader.ts'

const readingAge = (template: LoadedTemplate) => readingAgesOf(template.linted).smog
const wordsOf = (template: LoadedTemplate) => measureReadability(templateText(template.linted)).words
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function totalsOf(templates: LoadedTemplate[]) {
  const ages = templates.map(readingAge)
  return {
    templates: templates.length,
    words: templates.map(wordsOf).reduce((sum, count) => sum + count, 0),
    'reading age, least': Math.min(...ages).toFixed(1),
    median: median(ages).toFixed(1),
    most: Math.max(...ages).toFixed(1),
  }
}

const mostGeneric_count = 10

/** What the record or the fee list fills in, or what is offered of the patient's reviewed history. */
const proposedElsewhere = ['price', 'individualRisks']

/** How many gaps a person fills, and how many of them by typing: those that no phrase is offered for. */
function gapsOf({ shipped, suggestions }: LoadedTemplate) {
  const own = recordPlaceholders.filter((name) => name !== 'diagnosis')
  const gaps = shipped.placeholders.filter((name) => !own.some((record) => record === name))
  const typed = gaps.filter((name) => !(name in suggestions) && !proposedElsewhere.includes(name))
  return { gaps: gaps.length, 'gaps without a phrase': typed.length }
}

function detailsOf(template: LoadedTemplate) {
  const { shipped, linted } = template
  const whole = measureReadability(templateText(linted))
  return {
    template: shipped.id,
    words: whole.words,
    'grade by section': linted.sections
      .map(({ html }) => measureReadability(plainText(html)).grade.toFixed(1))
      .join(' '),
    'reading age': readingAge(template).toFixed(1),
    'longest sentence': whole.longestSentenceWords,
    ...gapsOf(template),
    risks: shipped.risks.length,
    questions: shipped.questions.length,
  }
}

const { content, problems, warnings } = loadContent(join(import.meta.dirname, '../..'))
const { templates, treatments } = content
const wanted = process.argv.slice(2)
if (wanted[0] === 'report') {
  const sameness = measureSameness(templates.map(({ shipped }) => shipped))
  const samenessOf = new Map(sameness.templates.map((row) => [row.template, row.shared_percent]))
  const rows = templates.map(({ shipped, linted }) => evidenceRow(shipped, linted, content))
  console.table(
    Object.fromEntries(
      rows.map(({ template, ...row }) => [
        template,
        { ...row, 'shared sentences, in 100': samenessOf.get(template) },
      ]),
    ),
  )
  const { published, other, certainty, ...totals } = summariseEvidence(
    templates.map(({ shipped }) => shipped),
    content.sources,
    content.clinicalReviews,
  )
  console.table({
    ...totals,
    ...certainty,
    'published sources': published.length,
    'other sources': other.length,
  })
  const outdated = outdatedRows(
    listOutdatedSources(content.sources),
    templates.map(({ shipped }) => shipped),
  )
  if (outdated.length > 0) console.table(outdated)
  console.log(`${outdated.length} sources withdrawn or superseded`)
  console.log('Drawings with their words in each language')
  console.table(pictureTranslationRows(content.pictures, content.pictureTranslationGaps))
  console.table(Object.fromEntries(compareWithGoals(totals).map(({ what, ...line }) => [what, line])))
  console.log(`Sentences in ${templatesThatShare_min} templates or more; the most generic templates`)
  console.table(
    sameness.templates.slice(0, mostGeneric_count).map(({ template, sentences, shared, shared_percent }) => ({
      ...{ template, sentences, shared, 'in 100': shared_percent },
    })),
  )
  console.table({
    'about the treatment, in 100': sameness.shared_percent,
    'all six sections, in 100': sameness.sharedOfWhole_percent,
  })
} else if (wanted.length === 0) {
  const types = [...treatments.builtIn, ...treatments.supplementary].map(({ name }) => name)
  const ofType = (type: string) => templates.filter(({ shipped }) => shipped.treatmentType === type)
  const rows = types.filter((type) => ofType(type).length > 0).map((type) => [type, totalsOf(ofType(type))])
  console.table(Object.fromEntries([...rows, ['All', totalsOf(templates)]]))
} else {
  const isWanted = ({ shipped }: LoadedTemplate) => wanted.includes('all') || wanted.includes(shipped.id)
  console.table(templates.filter(isWanted).map(detailsOf))
  for (const { shipped } of templates.filter(({ shipped: { id } }) => wanted.includes(id)))
    console.log(`A translation of ${shipped.id} as it is now says\nfrom: '${englishMarks(shipped.sections)}'`)
}
for (const found of [...problems, ...warnings]) console.log(problemLine(found))
console.log(`${templates.length} templates, ${problems.length} problems, ${warnings.length} warnings`)
// Never left at once: what is written to a pipe would be cut off.
process.exitCode = problems.length > 0 ? 1 : 0
