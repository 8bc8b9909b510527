import { z } from 'zod'
import { ConsentSummary } from './consents.ts'
import { ForeignRecord } from './foreign-records.ts'
import { id, lineText, operation } from './kit.ts'
import { recent_consents_max, recent_patients_max, search_hits_max } from './limits.ts'
import { PatientRow } from './patients.ts'
import { TemplateSummary } from './templates.ts'

const PatientHit = PatientRow.pick({
  id: true,
  title: true,
  firstName: true,
  lastName: true,
  preferredName: true,
  dateOfBirth: true,
})
const ConsentHit = ConsentSummary.pick({
  id: true,
  status: true,
  patient: true,
  treatment: true,
  updatedAt: true,
})
const TemplateHit = TemplateSummary.pick({ id: true, name: true, treatmentType: true })

const ForeignHit = ForeignRecord.pick({
  id: true,
  patientId: true,
  source: true,
  originalId: true,
  title: true,
  signedOn: true,
})

/** What people type holds names and birth dates, and addresses are logged on the way: it travels in the body. */
export const search = {
  find: operation({
    method: 'POST',
    path: '/api/clinic/search',
    summary: `Active patients, consents by patient (and treatment), records from other systems by patient or identifier, and active templates that match; ${search_hits_max} of each at most`,
    access: 'clinic',
    needs: 'createConsents',
    audit: null,
    statementsMax: 7,
    input: z.object({ text: lineText(120) }),
    output: z.object({
      patients: z.array(PatientHit),
      consents: z.array(ConsentHit),
      templates: z.array(TemplateHit),
      /** Of the patients that were found, or of this identifier in the system they come from. */
      foreignRecords: z.array(ForeignHit),
    }),
    example: { text: 'whit' },
  }),
  recent: operation({
    method: 'POST',
    path: '/api/clinic/recent-records',
    summary: 'The patients and consents with these ids, in that order; those that are not there are left out',
    access: 'clinic',
    needs: 'createConsents',
    audit: null,
    input: z.object({
      patientIds: z.array(id).max(recent_patients_max),
      consentIds: z.array(id).max(recent_consents_max),
    }),
    output: z.object({ patients: z.array(PatientHit), consents: z.array(ConsentHit) }),
    example: { patientIds: [], consentIds: [] },
  }),
}
