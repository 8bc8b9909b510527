import { Readable } from 'node:stream'
import type { FileProblem } from '../../../contract/file-problems.ts'
import { certificate_bytes_max } from '../../../contract/limits.ts'
import { trainingFiles, trainings, type Training } from '../../../contract/trainings.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { findPictureProblem } from '../../platform/files/picture-problem.ts'
import { detectPicture } from '../../platform/files/picture-type.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { readPdf } from '../../platform/pdf/pdf-pages.ts'
import { todayOf } from '../clinics/index.ts'
import { listActiveStaff, holderOf, staffName, type StaffRecord } from '../staff/index.ts'
import { trainingStatusOn } from './training-rules.ts'
import {
  certificateFileName,
  certificateOf,
  findTraining,
  insertTraining,
  listTrainings,
  retractTraining,
  activeTrainings,
  type TrainingRow,
} from './training-store.ts'

type CertificateType = NonNullable<TrainingRow['certificateType']>
type CertificateProblem = FileProblem | 'certificate-refused'

/** What a certificate is by its own bytes; or why we take no such. */
async function detectCertificateType(content: Buffer): Promise<CertificateType | CertificateProblem> {
  if (content.byteLength > certificate_bytes_max) return 'certificate-refused'
  const picture = detectPicture(content)
  if (picture) return picture.type === 'image/webp' ? 'certificate-refused' : picture.type
  const pages = await readPdf(content)
  if (typeof pages === 'number') return 'application/pdf'
  return pages ?? findPictureProblem(content) ?? 'certificate-refused'
}

const fileExtensions: Record<CertificateType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

const isCertificate = (type: CertificateType | CertificateProblem): type is CertificateType =>
  type in fileExtensions

const trainingView = ({
  id,
  staffId,
  staffName: name,
  topic,
  title,
  doneOn,
  ...row
}: TrainingRow): Training => ({
  ...{ id, staff: { id: staffId, name }, topic, title, doneOn, recordedBy: row.recordedBy },
  certificate: row.certificateType && { type: row.certificateType },
  at: row.at.toISOString(),
})

/** Whoever is on the staff, as trainings look at them. */
export const trainingHolderOf = (person: StaffRecord) => ({
  id: person.id,
  name: staffName(person),
  holder: holderOf(person as Parameters<typeof holderOf>[0]),
})

/** The operations of `contract/trainings.ts`. */
export const trainingHandlers = {
  list: handle(trainings.list, async (scope, { page, pageSize, sort }) => {
    const { rows, total } = await listTrainings(scope, sort, sliceOf({ page, pageSize }))
    const [trained, today] = [await activeTrainings(scope), await todayOf(scope)]
    const people = (await listActiveStaff(scope)).map((person) =>
      trainingStatusOn(trainingHolderOf(person), trained, today),
    )
    return { answer: { rows: rows.map(trainingView), total, page, pageSize, people } }
  }),

  record: handle(trainings.record, async (scope, { certificate, ...training }) => {
    if (!(await listActiveStaff(scope)).some(({ id }) => id === training.staffId)) return refuse('not-found')
    if (training.doneOn > (await todayOf(scope))) return refuse('in-future')
    const content = certificate === null ? null : Buffer.from(certificate, 'base64')
    const certificateType = content && (await detectCertificateType(content))
    if (certificateType !== null && !isCertificate(certificateType)) return refuse(certificateType)
    const made = await insertTraining(scope, { ...training, certificateType }, content)
    const details = { staffId: made.staffId, topic: made.topic, doneOn: made.doneOn }
    return { answer: trainingView(made), subject: made.id, details }
  }),

  takeBack: handle(trainings.takeBack, async (scope, { trainingId }) => {
    if (!(await findTraining(scope, trainingId))) return refuse('not-found')
    if (!(await retractTraining(scope, trainingId))) return refuse('already-taken-back')
    return { answer: {}, subject: trainingId }
  }),
}

type CertificateFileDeps = { quarantine: { assertReadable(name: string): Promise<void> } }

export const trainingFileHandler = ({ quarantine }: CertificateFileDeps) =>
  handleFile(trainingFiles.certificate, async (scope, { trainingId }) => {
    const training = await findTraining(scope, trainingId)
    const content = training?.certificateType ? await certificateOf(scope, trainingId) : undefined
    if (!training?.certificateType || !content) return refuse('not-found')
    const type = training.certificateType
    const open = async () => {
      await quarantine.assertReadable(certificateFileName(trainingId))
      return { stream: Readable.from([content]), bytes: content.byteLength }
    }
    const name = `certificate-${training.doneOn}.${fileExtensions[type]}`
    return { answer: { open, type, name, etag: trainingId, isAttachment: true }, subject: trainingId }
  })
