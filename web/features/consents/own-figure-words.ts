import {
  chanceRangesOf,
  own_figure_followed_percent_min,
  own_figure_people_min,
} from '../../../contract/own-figures.ts'
import type { Api } from '../../api.ts'
import type { TreatmentValues } from './treatment-values.ts'

type OwnFigure = NonNullable<Awaited<ReturnType<Api['consents']['prefill']>>['ownFigure']>
type Counted = Pick<TreatmentValues, 'template' | 'ownFigure'>

/** Why the practice's own figures of a treatment are shown or not. */
function explainState({ state, treated, followed }: OwnFigure, risks: number): string {
  const known = `${followed} of ${treated} people followed up`
  if (state === 'too-few') return `${known}. Not shown: ${own_figure_people_min} are needed`
  if (state === 'follow-up-low') return `${known}. Not shown: fewer than ${own_figure_followed_percent_min}%`
  return risks > 0 ? known : `${known}. Not shown: too few for each risk`
}

/** The figures of one treatment that its patient is shown: of risks that are serious or have a published figure. */
function shownRisks({ template, ownFigure }: Counted): OwnFigure['risks'] {
  const told = new Set(
    template?.risks.filter(({ serious, figure }) => serious || figure).map(({ label }) => label),
  )
  const shown = ownFigure?.risks.filter(({ label }) => told.has(label)) ?? []
  // All out of the same number, as the patient reads them.
  const ranges = chanceRangesOf(shown)
  return shown.map((risk, nth) => ({ ...risk, range: ranges[nth]! }))
}

/** Whether the practice has figures of its own to show of one of the treatments. */
export const hasOwnFigures = (treatments: readonly Counted[]): boolean =>
  treatments.some((treatment) => shownRisks(treatment).length > 0)

/** The practice's own figures of each treatment that it has counted, as whoever sends the consent sees them. */
export const describeOwnFigures = (treatments: readonly (Counted & { key: string })[]) =>
  treatments.flatMap(({ key, ...counted }) => {
    if (!counted.ownFigure) return []
    const risks = shownRisks(counted)
    return { key, name: counted.ownFigure.name, text: explainState(counted.ownFigure, risks.length), risks }
  })
