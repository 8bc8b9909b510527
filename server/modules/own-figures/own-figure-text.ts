import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { OwnFigures } from '../../../contract/consents.ts'
import type { OutcomeFigure } from '../../../contract/outcomes.ts'
import {
  chanceRangesOf,
  ownFigureStateOf,
  showableRisks,
  type RiskCount,
} from '../../../contract/own-figures.ts'
import type { RiskFigure } from '../../../contract/risk-figures.ts'
import type { OwnFigureRecord } from './own-figure-store.ts'

/** A treatment of a text, with the risks that its patient is told of. */
type DescribedTreatment = {
  templateId: string
  title: string
  risks: readonly { label: string; serious: boolean; figure?: RiskFigure | null | undefined }[]
}

/** Risks with what chance leaves open of each. */
function withChance(risks: readonly RiskCount[]): OutcomeFigure['risks'] {
  const ranges = chanceRangesOf(risks)
  return risks.map(({ label, occurred, known }, nth) => ({ label, occurred, known, range: ranges[nth]! }))
}

/** What was counted of a template as the practice sees it, with why it is shown or not. */
export const ownFigureView = (name: string, figure: OwnFigureRecord): OutcomeFigure => ({
  ...{ name, templateId: figure.templateId, treated: figure.treated, followed: figure.followed },
  followUpDays: figure.followUpDays,
  state: ownFigureStateOf(figure),
  risks: withChance(showableRisks(figure)),
})

/**
 * What a text shows of the practice's own figures: of each treatment with enough of them, every risk that is serious or
 * has a published figure. All of these or none: nobody chooses among them.
 */
export function ownFiguresOfText(
  treatments: readonly DescribedTreatment[],
  counted: readonly OwnFigureRecord[],
): OwnFigures[] {
  return treatments.flatMap(({ templateId, title, risks }, treatment) => {
    const found = counted.find((each) => each.templateId === templateId)
    if (!found) return []
    const told = new Set(risks.filter(({ serious, figure }) => serious || figure).map(({ label }) => label))
    const shown = showableRisks(found).filter(({ label }) => told.has(label))
    if (shown.length === 0) return []
    const { treated, followed, followUpDays } = found
    return {
      ...{ treatment, title, treated, followed, followUpDays },
      from: dateInTimeZone(found.countedFrom),
      until: dateInTimeZone(found.countedUntil),
      risks: withChance(shown),
    }
  })
}
