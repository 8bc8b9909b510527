import { own_figure_followed_percent_min, own_figure_people_min } from '../../../contract/own-figures.ts'
import type { TreatmentValues } from './treatment-values.ts'

type Counted = Pick<TreatmentValues, 'ownFigure'>

/** Why the practice's own figures of a treatment are shown or not. */
function explainState({ state, treated, followed }: NonNullable<Counted['ownFigure']>): string {
  const known = `${followed} of ${treated} people followed up`
  if (state === 'too-few') return `${known}. Not shown: ${own_figure_people_min} are needed`
  if (state === 'follow-up-low') return `${known}. Not shown: fewer than ${own_figure_followed_percent_min}%`
  return known
}

/** Whether the practice has figures of its own to show of one of the treatments. */
export const hasOwnFigures = (treatments: readonly Counted[]): boolean =>
  treatments.some(({ ownFigure }) => ownFigure?.state === 'enough')

/** What the practice has counted of each treatment, as whoever sends the consent sees it. */
export const describeOwnFigures = (treatments: readonly (Counted & { key: string })[]) =>
  treatments.flatMap(({ key, ownFigure }) =>
    ownFigure ? { key, name: ownFigure.name, text: explainState(ownFigure) } : [],
  )
