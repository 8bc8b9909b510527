import type { ReadingFigures } from '../../../contract/clinic-figures.ts'
import { languages } from '../../../contract/languages.ts'
import { figure_group_min, figure_need_group_min } from '../../../contract/limits.ts'
import type { MetricSubject } from '../../../contract/measures.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { countOf, emptyTotals } from './figure-groups.ts'
import { segmentsOf, type Months } from './figure-periods.ts'
import { totalsOf, type Totals } from './figure-store.ts'
import { suppressSmallGroups, unlessSuppressed } from './figure-suppression.ts'

const questions_max = 20

/** What languages and forms of a text are called. */
const displayNames: Record<string, string> = {
  en: 'English',
  ...Object.fromEntries(Object.entries(languages).map(([tag, { name }]) => [tag, name])),
  standard: 'Standard',
  'large-print': 'Large print',
  'easy-read': 'Easy Read',
}

type Item<T> = { key: string; name: string; size: number; figures: T }

function itemsOf<T>(
  found: ReadonlyMap<string, Totals>,
  { size, figures }: { size: string; figures: (totals: Totals) => T },
): Item<T>[] {
  return [...found]
    .map(([key, totals]) => ({
      key,
      name: displayNames[key] ?? key,
      size: countOf(totals, size),
      figures: figures(totals),
    }))
    .filter((item) => item.size > 0)
}

const sectionFigures = (totals: Totals) => {
  const read = countOf(totals, 'read')
  return {
    read,
    seconds: read === 0 ? 0 : Math.round(countOf(totals, 'seconds') / read),
    leftOff: countOf(totals, 'left_off'),
    asked: countOf(totals, 'asked'),
  }
}

const questionFigures = (totals: Totals) => ({
  answered: countOf(totals, 'answered'),
  missed: countOf(totals, 'missed'),
  unclear: countOf(totals, 'unclear'),
})

const reachFigures = (totals: Totals) => ({
  sent: countOf(totals, 'sent'),
  opened: countOf(totals, 'opened'),
  signed: countOf(totals, 'signed'),
})

const bySizeDescending = <T>(one: Item<T>, other: Item<T>) =>
  other.size - one.size || one.name.localeCompare(other.name)

/** Where patients of these months leave off, what they ask about and what they misunderstand; nobody of staff is named. */
export async function readingFigures(scope: ClinicScope, period: Months): Promise<ReadingFigures> {
  const pieces = segmentsOf(period)
  const totals = (await totalsOf(scope, 'practice', pieces)).get('') ?? emptyTotals
  const reach = async (subject: MetricSubject) => {
    const found = itemsOf(await totalsOf(scope, subject, pieces), { size: 'sent', figures: reachFigures })
    const groups = found.map((group) => ({ ...group, name: displayNames[group.key] ?? group.key }))
    return suppressSmallGroups(groups.toSorted(bySizeDescending), figure_need_group_min)
  }
  const sections = itemsOf(await totalsOf(scope, 'section', pieces), {
    size: 'read',
    figures: sectionFigures,
  })
  const questions = itemsOf(await totalsOf(scope, 'question', pieces), {
    size: 'answered',
    figures: questionFigures,
  })
  const share = ({ size, figures }: (typeof questions)[number]) => figures.missed / size
  const checked = countOf(totals, 'check_done')
  return {
    period,
    isEmpty: countOf(totals, 'sent') === 0,
    sections: suppressSmallGroups(sections.toSorted(bySizeDescending), figure_group_min, { isWhole: false }),
    questions: suppressSmallGroups(
      questions.toSorted((one, other) => share(other) - share(one) || bySizeDescending(one, other)),
      figure_group_min,
      { isWhole: false },
    ).slice(0, questions_max),
    understanding: unlessSuppressed(checked, figure_group_min, () => ({
      checked,
      unclear: countOf(totals, 'check_unclear'),
    })),
    languages: await reach('language'),
    formats: await reach('format'),
  }
}
