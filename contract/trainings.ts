import { z } from 'zod'
import { maxBase64Length, encodedFile } from './encoded-files.ts'
import { fileProblems } from './file-problems.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  paginated,
  paging,
  text,
} from './kit.ts'
import { certificate_bytes_max, training_title_length_max } from './limits.ts'

/** What trainings are sorted by; a minus turns it round. */
const trainingSorts = ['-day', 'day', 'who', '-who', 'what', '-what'] as const
export type TrainingSort = (typeof trainingSorts)[number]

export const trainingTopics = ['consent', 'capacity', 'other'] as const
const certificateTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const

const Training = z.object({
  id,
  staff: z.object({ id, name: z.string() }),
  topic: z.enum(trainingTopics),
  title: z.string(),
  doneOn: isoDate,
  certificate: z.object({ type: z.enum(certificateTypes) }).nullable(),
  recordedBy: z.string(),
  at: instant,
})
export type Training = z.infer<typeof Training>

/** Where somebody who may take consent stands with what has to be trained. */
const TrainedPerson = z.object({
  id,
  name: z.string(),
  takesConsent: z.boolean(),
  consentOn: isoDate.nullable(),
  capacityOn: isoDate.nullable(),
  /** Until when both count; null while one is missing. */
  until: isoDate.nullable(),
  isCurrent: z.boolean(),
})
export type TrainedPerson = z.infer<typeof TrainedPerson>

const base64_length_max = maxBase64Length(certificate_bytes_max)
const needs = 'accessSettings'
const path = '/api/clinic/trainings'

/** Who of the staff was trained in what, and when. */
export const trainings = {
  list: operation({
    method: 'GET',
    path,
    summary: 'Trainings, the newest first unless sorted otherwise, and where each active person stands',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({ ...paging, sort: z.enum(trainingSorts).default('-day') }),
    output: paginated(Training).extend({ people: z.array(TrainedPerson) }),
    example: {},
  }),
  record: operation({
    method: 'POST',
    path,
    summary: 'Record a training of a member of staff, with its certificate where there is one',
    access: 'clinic',
    needs,
    audit: { done: 'training.recorded' },
    idempotent: true,
    bodyBytesMax: base64_length_max + 4096,
    input: z.object({
      staffId: id,
      topic: z.enum(trainingTopics),
      title: text(training_title_length_max),
      doneOn: isoDate,
      certificate: encodedFile(certificate_bytes_max).nullable().default(null),
    }),
    output: Training,
    refusals: {
      'not-found': notFound('Person'),
      'in-future': invalidArgument('Enter today or a date in the past.'),
      ...fileProblems,
      'certificate-refused': invalidArgument('Choose a PDF, JPEG or PNG of at most 2 MB.'),
    },
    example: { staffId: ':staffId', topic: 'consent', title: 'Valid consent', doneOn: '2026-01-05' },
  }),
  takeBack: operation({
    method: 'POST',
    path: `${path}/{trainingId}/taking-back`,
    summary: 'Take back a training that was written down by mistake',
    access: 'clinic',
    needs,
    audit: { done: 'training.taken_back' },
    input: z.object({ trainingId: id }),
    output: z.object({}),
    refusals: {
      'not-found': notFound('Training'),
      'already-taken-back': aborted('This training record has already been withdrawn.'),
    },
    example: { trainingId: ':trainingId' },
  }),
}

export const trainingFiles = {
  certificate: fileRoute({
    path: '/api/clinic/trainings/:trainingId/certificate',
    summary: 'The certificate of a training as it was given',
    access: 'clinic',
    needs,
    audit: { done: 'training.certificate_opened' },
    params: z.object({ trainingId: id }),
    refusals: { 'not-found': notFound('Certificate') },
    example: { trainingId: ':certifiedId' },
  }),
}
