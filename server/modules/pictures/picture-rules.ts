import type { PatientPicture, PictureAnnotation } from '../../../contract/pictures.ts'
import { teethOutsidePlan, findTooth, type TreatmentSite } from '../../../contract/teeth.ts'

/** The teeth that marks name. */
const teethOf = (marks: readonly PictureAnnotation[]): string[] => marks.flatMap(({ tooth }) => tooth ?? [])

/** What is planned, as one text: the same for the same teeth and areas, in whatever order they were chosen. */
export function placesText(planned: readonly TreatmentSite[]): string {
  const places = planned.flatMap(({ teeth, area }) => [...teeth, ...(area ? [area] : [])])
  return [...new Set(places)].toSorted().join(' ')
}

/** Marked teeth that nobody plans to treat: whoever saves the marks is asked about them first. */
export const unplannedTeeth = (
  marks: readonly PictureAnnotation[],
  planned: readonly TreatmentSite[],
): string[] => teethOutsidePlan(teethOf(marks), planned).unplanned

type Marked = { marks: readonly PictureAnnotation[]; confirmedFor: string | null }

/**
 * Whether a mark stands on the other side of the mouth than all that is planned, and nobody has said of this very plan
 * that it is right: the plan may have moved since the marks were made.
 */
export const hasUncertainAnnotation = (
  { marks, confirmedFor }: Marked,
  planned: readonly TreatmentSite[],
): boolean =>
  confirmedFor !== placesText(planned) && teethOutsidePlan(teethOf(marks), planned).otherSide.length > 0

/** Marks as they are shown: each tooth in both notations and in words. */
export const shownMarks = (marks: readonly PictureAnnotation[]): PatientPicture['marks'] =>
  marks.map(({ tooth: code, ...mark }) => {
    const tooth = code === null ? undefined : findTooth(code)
    return { ...mark, tooth: tooth ? { fdi: tooth.fdi, palmer: tooth.palmer, name: tooth.name } : null }
  })
