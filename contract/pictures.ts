import { z } from 'zod'
import { maxBase64Length, encodedFile } from './encoded-files.ts'
import { pictureProblems } from './file-problems.ts'
import {
  aborted,
  fileRoute,
  id,
  invalidArgument,
  isoDate,
  lineText,
  notFound,
  operation,
  optionalText,
  text,
} from './kit.ts'
import { own_picture_bytes_max, own_pictures_max, picture_annotations_max } from './limits.ts'
import { annotationShapes } from './picture-annotations.ts'
import { ToothCode } from './tooth-code.ts'

/** Pictures of this patient, X-rays and photographs, with marks: shown with the plan, and frozen with the text. */

const fraction = z.number().min(0).max(1)
const Point = z.object({ x: fraction, y: fraction })
const Form = z.object({ shape: z.enum(annotationShapes), from: Point, to: Point })

/** A mark shorter than this both ways is a slip of the hand, and could not be seen. */
const annotation_length_min = 0.01

/** One mark, in parts of the picture's width and height, with the tooth it is about or a word or two. */
export const PictureAnnotation = Form.extend({
  tooth: ToothCode.nullable().default(null),
  note: optionalText(120),
}).refine(
  ({ from, to }) => Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y)) >= annotation_length_min,
  'Make the mark larger, so that it can be seen',
)
export type PictureAnnotation = z.infer<typeof PictureAnnotation>

const pictureKinds = ['xray', 'photo'] as const

/** What is said of a picture, and what is marked on it. */
const pictureFields = {
  kind: z.enum(pictureKinds),
  /** For the patient: 'Your lower left teeth'. */
  caption: lineText(200),
  takenOn: isoDate.nullable().default(null),
  /** What is to be seen, for whoever cannot see it. */
  alt: text(1000),
  marks: z.array(PictureAnnotation).max(picture_annotations_max).default([]),
  /** Whoever saves it has been asked about marks on teeth that are not planned, and says that they are right. */
  elsewhereConfirmed: z.boolean().default(false),
}

/** A picture as the patient is shown it. Its hash stands for its bytes, so that the text's own hash covers them. */
export const PatientPicture = z.object({
  id,
  sha256: z.string(),
  type: z.enum(['image/jpeg', 'image/png']),
  width: z.int(),
  height: z.int(),
  kind: z.enum(pictureKinds),
  caption: z.string(),
  takenOn: z.string().nullable(),
  alt: z.string(),
  marks: z.array(
    Form.extend({
      tooth: z.object({ fdi: z.string(), palmer: z.string(), name: z.string() }).nullable(),
      note: z.string(),
    }),
  ),
})
export type PatientPicture = z.infer<typeof PatientPicture>

const consentId = z.object({ consentId: id })
const onePicture = consentId.extend({ pictureId: id })
const missing = { 'not-found': notFound('Consent'), 'picture-not-found': notFound('Picture') }
const preparePermission = 'createConsents'
const notDraftRefusal = aborted(
  'This consent is no longer a draft, so its pictures stay as they are. Reload to see it.',
)
const detailRefusals = {
  'wrong-state': notDraftRefusal,
  'in-future': invalidArgument('Enter the date the picture was taken, not in the future.'),
  'marks-elsewhere': aborted(
    'A mark is on a tooth that is not planned: {teeth}. Check tooth and side, then confirm it or change it.',
  ),
} as const

const base64_length_max = maxBase64Length(own_picture_bytes_max)

const example = {
  consentId: ':draftId',
  kind: 'xray',
  caption: 'Your lower right teeth',
  alt: 'An X-ray of three lower teeth. The middle one has a dark patch under its filling.',
  marks: [
    {
      shape: 'circle',
      from: { x: 0.4, y: 0.3 },
      to: { x: 0.6, y: 0.5 },
      tooth: '46',
      note: 'Decay under the filling',
    },
  ],
  // What is planned may be of another tooth.
  elsewhereConfirmed: true,
} as const

export const pictures = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/pictures',
    summary: 'The X-rays and photographs of a consent, in the order in which the patient sees them',
    access: 'clinic',
    audit: null,
    input: consentId,
    output: z.array(PatientPicture),
    refusals: { 'not-found': notFound('Consent') },
    example: { consentId: ':draftId' },
  }),
  add: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/pictures',
    summary:
      'Add an X-ray or photograph to a draft: JPEG or PNG, judged by its content and freed of what cameras write into files',
    access: 'clinic',
    needs: preparePermission,
    audit: { done: 'picture.added' },
    idempotent: true,
    bodyBytesMax: base64_length_max + 64 * 1024,
    input: consentId.extend({ ...pictureFields, image: encodedFile(own_picture_bytes_max) }),
    output: PatientPicture,
    refusals: {
      'not-found': missing['not-found'],
      ...detailRefusals,
      ...pictureProblems,
      'picture-refused': invalidArgument(
        'This is not a JPEG or PNG picture of at most 4 MB and 2,048 pixels a side. Choose another file.',
      ),
      'too-many': aborted(`A consent shows at most ${own_pictures_max} pictures. Remove one first.`),
    },
    example: {
      ...example,
      marks: [...example.marks],
      image:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
  }),
  change: operation({
    method: 'PUT',
    path: '/api/clinic/consents/{consentId}/pictures/{pictureId}',
    summary: 'Change what is said of a picture of a draft, and what is marked on it',
    access: 'clinic',
    needs: preparePermission,
    audit: { done: 'picture.changed' },
    validatesOnlyChanges: true,
    input: onePicture.extend(pictureFields),
    output: PatientPicture,
    refusals: { ...missing, ...detailRefusals },
    example: { ...example, marks: [...example.marks], pictureId: ':pictureId' },
  }),
  remove: operation({
    method: 'DELETE',
    path: '/api/clinic/consents/{consentId}/pictures/{pictureId}',
    summary: 'Remove a picture from a draft: nothing of it is kept',
    access: 'clinic',
    needs: preparePermission,
    audit: { done: 'picture.removed' },
    input: onePicture,
    output: z.object({ done: z.literal(true) }),
    refusals: { ...missing, 'wrong-state': notDraftRefusal },
    example: { consentId: ':draftId', pictureId: ':pictureId' },
  }),
}

const fileParams = z.object({ consentId: id, pictureId: id })
const fileRefusals = { 'not-found': notFound('Picture') }

/** The pictures themselves, without their marks. They are part of the consent, whose opening is written down. */
export const pictureFiles = {
  forClinic: fileRoute({
    path: '/api/clinic/consents/:consentId/pictures/:pictureId',
    summary: 'An X-ray or photograph of a consent',
    access: 'clinic',
    audit: null,
    params: fileParams,
    refusals: fileRefusals,
    example: { consentId: ':draftId', pictureId: ':pictureId' },
  }),
  forPatient: fileRoute({
    path: '/api/patient/consents/:consentId/pictures/:pictureId',
    summary: 'An X-ray or photograph of a consent that was sent, for its patient',
    access: 'patient',
    audit: null,
    params: fileParams,
    refusals: fileRefusals,
    example: { consentId: ':picturedId', pictureId: ':shownPictureId' },
  }),
}
