import type { PatientPicture, PictureAnnotation } from '../../../contract/pictures.ts'
import {
  annotationPath,
  annotationColours,
  annotationSizes,
  type AnnotationForm,
} from '../../../contract/picture-annotations.ts'
import {
  teethOutsidePlan,
  teethNames,
  toothCodes,
  toothLabel,
  findTooth,
  type TreatmentSite,
} from '../../../contract/teeth.ts'
import type { Confirmation } from '../../ui/alert-provider.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import type { ImageAnnotation, AnnotationStyle } from '../../ui/plain/annotated-image.tsx'
import type { EditedAnnotation } from './annotation-edits.ts'

export type Picture = PatientPicture

/** What stands in the form of one picture. */
export type PictureValues = {
  kind: Picture['kind']
  caption: string
  /** A calendar date, or empty. */
  takenOn: string
  alt: string
  marks: readonly EditedAnnotation[]
}

export const kindLabels: Record<Picture['kind'], string> = { xray: 'X-ray', photo: 'Photograph' }

export const newValues: PictureValues = { kind: 'xray', caption: '', takenOn: '', alt: '', marks: [] }

export const valuesFrom = ({ kind, caption, takenOn, alt, marks }: Picture): PictureValues => ({
  ...{ kind, caption, alt },
  takenOn: takenOn ?? '',
  marks: marks.map(({ tooth, ...mark }, nth) => ({ ...mark, key: `kept-${nth}`, tooth: tooth?.fdi ?? '' })),
})

const toAnnotationInput = ({ shape, from, to, tooth, note }: EditedAnnotation): PictureAnnotation => ({
  ...{ shape, from, to },
  tooth: tooth || null,
  note: note.trim(),
})

export const toPictureInput = ({ kind, caption, takenOn, alt, marks }: PictureValues) => ({
  kind,
  caption: caption.trim(),
  takenOn: takenOn || null,
  alt: alt.trim(),
  marks: marks.map(toAnnotationInput),
})

/** What is sent of a picture. */
export type PictureDetails = ReturnType<typeof toPictureInput> & { elsewhereConfirmed: boolean }

/** What has to be entered before a picture can be shown to anybody. */
export function validatePicture({ caption, alt, takenOn }: PictureValues, today: string): FieldProblem[] {
  return [
    ...(caption.trim() ? [] : [{ id: 'picture-caption', text: 'Enter the caption' }]),
    ...(takenOn <= today ? [] : [{ id: 'picture-taken', text: 'Enter a date that is not in the future' }]),
    ...(alt.trim() ? [] : [{ id: 'picture-alt', text: 'Describe what the picture shows' }]),
  ]
}

/** Everything that a tooth can be chosen from, those of the plan first. */
export function toothOptions(planned: readonly TreatmentSite[]): { value: string; label: string }[] {
  const first = planned.flatMap(({ teeth }) => teeth)
  return [...new Set([...first, ...toothCodes])]
    .flatMap((fdi) => findTooth(fdi) ?? [])
    .map((tooth) => ({ value: tooth.fdi, label: toothLabel(tooth) }))
}

/** A second look at tooth and side where a mark is on a tooth that is not planned; null where all are. */
export function unplannedToothPrompt(
  { marks }: Pick<PictureValues, 'marks'>,
  planned: readonly TreatmentSite[],
  plan: string,
): Confirmation | null {
  const { unplanned, otherSide } = teethOutsidePlan(
    marks.map(({ tooth }) => tooth),
    planned,
  )
  if (unplanned.length === 0) return null
  const marked = `Marked: ${teethNames(unplanned)}. Planned: ${plan}.`
  return {
    title: otherSide.length > 0 ? 'Is this the correct side?' : 'Is this the correct tooth?',
    text:
      otherSide.length > 0
        ? `${marked} ${teethNames(otherSide)} is on the opposite side of the mouth from the planned treatment. Check it against the notes.`
        : `${marked} Check it against the notes.`,
    confirm: 'Yes, the mark is correct',
    cancel: 'No, go back',
  }
}

type Size = Pick<Picture, 'width' | 'height'>

export const annotationAppearance = (size: Size): AnnotationStyle => ({
  ...annotationSizes(size),
  ink: annotationColours,
})
export const imageAnnotations = (marks: readonly AnnotationForm[], size: Size): ImageAnnotation[] =>
  marks.map((mark) => annotationPath(mark, size))

const shapeLabels = { circle: 'Circle', outline: 'Outline', arrow: 'Arrow', line: 'Line' } as const
export const shapeLabel = (shape: AnnotationForm['shape']): string => shapeLabels[shape]

/** 'Circle, UL6 · 26 · upper left first molar, decay'. */
export function describeAnnotation({
  shape,
  tooth: fdi,
  note,
}: Pick<EditedAnnotation, 'shape' | 'tooth' | 'note'>): string {
  const tooth = findTooth(fdi)
  return [shapeLabel(shape), tooth && toothLabel(tooth), note.trim()].filter(Boolean).join(', ')
}
