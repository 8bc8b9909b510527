import type { ForeignRecord } from '../../../contract/foreign-records.ts'
import { contract } from '../../../contract/index.ts'
import { search_hits_max } from '../../../contract/limits.ts'
import { handle } from '../../platform/http/operations.ts'
import { findConsentSummaries, findMatchingConsents, summaryOf } from '../consents/index.ts'
import { findForeignRecords } from '../foreign-records/index.ts'
import { findPatients, listPatients, parseSearchWords, type PatientRow } from '../patients/index.ts'
import { findMatchingTemplates } from '../templates/index.ts'

const { search } = contract

const patientHit = ({ id, title, firstName, lastName, preferredName, dateOfBirth }: PatientRow) => ({
  ...{ id, title, firstName, lastName, preferredName, dateOfBirth },
})

function consentHit(listed: Parameters<typeof summaryOf>[0]) {
  const { id, status, patient, treatment, updatedAt } = summaryOf(listed)
  return { id, status, patient, treatment, updatedAt }
}

const foreignHit = ({ id, patientId, source, originalId, title, signedOn }: ForeignRecord) => ({
  ...{ id, patientId, source, originalId, title, signedOn },
})

/** As they were asked for, without those that were not found. */
const inOrder = <Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] =>
  ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])

/** The operations of `contract/search.ts`: one statement for each kind. */
export const searchHandlers = {
  find: handle(search.find, async (scope, { text }) => {
    const asked = { words: parseSearchWords(text), status: 'active', sort: 'name' } as const
    const { rows: patients } = await listPatients(scope, asked, { limit: search_hits_max, offset: 0 })
    const consents = await findMatchingConsents(scope, text, search_hits_max)
    const templates = await findMatchingTemplates(scope, text, search_hits_max)
    const foreignRecords = await findForeignRecords(scope, {
      patientIds: patients.map(({ id }) => id),
      originalId: text.trim(),
      limit: search_hits_max,
    })
    return {
      answer: {
        patients: patients.map(patientHit),
        consents: consents.map(consentHit),
        templates,
        foreignRecords: foreignRecords.map(foreignHit),
      },
    }
  }),

  recent: handle(search.recent, async (scope, { patientIds, consentIds }) => {
    const patients = patientIds.length > 0 ? await findPatients(scope, patientIds) : []
    const consents = consentIds.length > 0 ? await findConsentSummaries(scope, consentIds) : []
    return {
      answer: {
        patients: inOrder(patientIds, patients)
          .filter(({ status }) => status !== 'merged')
          .map(patientHit),
        consents: inOrder(consentIds, consents.map(consentHit)),
      },
    }
  }),
}
