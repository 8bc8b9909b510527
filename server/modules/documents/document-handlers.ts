import { contract, files as fileRoutes } from '../../../contract/index.ts'
import type { TenantScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { handle, handleFile, type HandlerResult, type FileResponse } from '../../platform/http/operations.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { findPatient } from '../patients/index.ts'
import {
  listDocumentsOfPatient,
  documentFileName,
  findVersion,
  findVersionFileName,
  listDocumentVersions,
} from './document-store.ts'

/** The sealed records of a patient's consents, as a list. */
export const patientDocumentHandlers = {
  ofPatient: handle(contract.documents.ofPatient, async (scope, { patientId }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    return { answer: await listDocumentsOfPatient(scope, patientId) }
  }),
}

type DocumentParams = { consentId: string; documentId: string }

/** Sealed records as files: an id always answers the same bytes, `latest` leads to the newest id. */
export function documentHandlers(files: Files) {
  async function answer(
    scope: TenantScope,
    { consentId, documentId }: DocumentParams,
    base: string,
  ): Promise<HandlerResult<FileResponse> | Refusal> {
    if (documentId === 'latest') {
      const [newest] = await listDocumentVersions(scope, consentId)
      return newest
        ? { answer: { redirect: `${base}/${newest.id}` }, subject: consentId }
        : refuse('not-found')
    }
    const version = await findVersion(scope, consentId, documentId)
    if (!version) return refuse('not-found')
    const name = await findVersionFileName(scope, version)
    const { id, number, sha256 } = version
    const open = async () => {
      const file = await files.read(documentFileName(sha256))
      if (!file) throw new Error('A sealed document is missing from the file store')
      return file
    }
    return {
      answer: { open, type: 'application/pdf', name, etag: sha256 },
      subject: consentId,
      details: { documentId: id, number, sha256 },
    }
  }

  return [
    handleFile(fileRoutes.documents.forClinic, (scope, wanted) =>
      answer(scope, wanted, `/api/clinic/consents/${wanted.consentId}/documents`),
    ),
    handleFile(fileRoutes.documents.forPatient, (scope, wanted) =>
      answer(scope, wanted, `/api/patient/consents/${wanted.consentId}/documents`),
    ),
  ]
}
