import { z } from 'zod'
import { PlannedTreatment } from './appointments.ts'
import { sendingChannels } from './delivery-states.ts'
import { id, isoDate, operation } from './kit.ts'

/**
 * How the consent of an appointment stands before it is sent: still to be made, a draft that lacks something or nothing,
 * sent, given or approved already, or one that is not made, for its reason.
 */
const preparationStates = ['to-prepare', 'incomplete', 'ready', 'sent', 'has-consent', 'skipped'] as const

/** What a draft lacks: a detail of its text by its placeholder, or what the refusal of sending it would say. */
const DraftGap = z.object({ placeholder: z.string().nullable(), text: z.string() })

const PreparedConsent = z.object({
  appointmentId: id,
  time: z.string(),
  patientName: z.string(),
  clinicianName: z.string(),
  treatments: z.array(PlannedTreatment.pick({ teeth: true, area: true }).extend({ title: z.string() })),
  consentId: id.nullable(),
  /** The earlier appointment of its course whose consent it will share once that is made; null otherwise. */
  preparedWith: id.nullable(),
  state: z.enum(preparationStates),
  /** Why no consent is made for it; empty unless it has one or is skipped. */
  skipReason: z.string(),
  gaps: z.array(DraftGap),
  /** How it goes to its patient, the preferred way first; null where no message reaches them. */
  sendBy: z.enum(sendingChannels).nullable(),
  /** It takes teeth out: tooth and side are looked at once more before it is sent. */
  takesTeethOut: z.boolean(),
  /** It was prepared with the day, and nobody has changed it: discarding what was prepared takes it away. */
  isUntouched: z.boolean(),
})
export type PreparedConsent = z.infer<typeof PreparedConsent>

/** The appointments of a day that are still to come; of one clinician where they are named. */
const preparedDay = z.object({ day: isoDate, clinicianId: id.optional() })
const preparePermission = 'createConsents'
const example = { day: '2026-01-05' }

/** The consents of a day, prepared together: drafts that a person completes and sends. */
export const preparedConsents = {
  prepared: operation({
    method: 'GET',
    path: '/api/clinic/prepared-consents',
    summary: 'The consents of a day by time: what each draft lacks, and why none is made for the others',
    access: 'clinic',
    needs: preparePermission,
    audit: null,
    input: preparedDay,
    output: z.object({ day: isoDate, rows: z.array(PreparedConsent) }),
    example,
  }),
  prepareConsents: operation({
    method: 'POST',
    path: '/api/clinic/prepared-consents',
    summary:
      'Make a draft for each appointment of a day that has no consent yet, one for those of a course, with the practice’s usual details and nothing that is weighed for a patient',
    access: 'clinic',
    needs: preparePermission,
    audit: { done: 'appointment.consents_prepared' },
    input: preparedDay,
    output: z.object({
      prepared: z.array(z.object({ appointmentId: id, consentId: id })),
      skipped: z.array(z.object({ appointmentId: id, patientName: z.string(), reason: z.string() })),
    }),
    example,
  }),
  discardPrepared: operation({
    method: 'POST',
    path: '/api/clinic/prepared-consents/discard',
    summary: 'Discard the drafts that were prepared for a day and that nobody has changed or sent',
    access: 'clinic',
    needs: preparePermission,
    audit: { done: 'appointment.prepared_consents_discarded' },
    input: preparedDay,
    output: z.object({ discarded: z.array(id) }),
    example,
  }),
}
