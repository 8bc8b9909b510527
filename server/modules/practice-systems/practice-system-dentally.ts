import { z } from 'zod'
import type { PatientDetails } from '../../../contract/patients.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import type { SystemClient } from './practice-system-client.ts'
import {
  PracticeSystemError,
  type ChangePage,
  type ChangeQuery,
  type SystemAppointment,
  type SystemPatient,
  type SystemPort,
  type SystemPractitioner,
  type SystemTreatment,
  type SystemWriter,
} from './practice-system-port.ts'

/** Its documentation's largest page. */
const page_size = 100
/** Metadata of a Dentally object: three pairs, keys of 40 characters, values of 500. */
const metadata_pairs_max = 3
const metadata_value_length_max = 500
const metadataKey = 'candour_consent'

const externalId = z.union([z.string().min(1), z.number().int()]).transform(String)
const words = z
  .string()
  .nullish()
  .transform((text) => text ?? '')
const flag = z.boolean().nullish()
const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((at) => !Number.isNaN(at.getTime()))

const Patient = z.object({
  id: externalId,
  updated_at: instant,
  active: flag,
  title: words,
  first_name: words,
  last_name: words,
  date_of_birth: words,
  nhs_number: words,
  email_address: words,
  mobile_phone: words,
  home_phone: words,
  address_line_1: words,
  address_line_2: words,
  town: words,
  county: words,
  postcode: words,
  use_email: flag,
  use_sms: flag,
})

const Practitioner = z.object({
  id: externalId,
  active: flag,
  gdc_number: words,
  user: z.object({ title: words, first_name: words, last_name: words }).nullish(),
})

const Treatment = z.object({ code: words, nomenclature: words, name: words })

const states: Record<string, SystemAppointment['state']> = {
  pending: 'pending',
  confirmed: 'pending',
  arrived: 'arrived',
  'in surgery': 'in-surgery',
  completed: 'completed',
  cancelled: 'cancelled',
  'did not attend': 'missed',
}

const Appointment = z.object({
  id: externalId,
  updated_at: instant,
  patient_id: externalId.nullish(),
  practitioner_id: externalId.nullish(),
  start_time: instant.nullish(),
  finish_time: instant.nullish(),
  duration: z.number().nullish(),
  reason: words,
  treatment_description: words,
  state: words,
})

/** Lists stand under their names. */
const listOf = (name: string) =>
  z.looseObject({ [name]: z.array(z.unknown()) }).transform((answer) => answer[name] as unknown[])

/** A birth date as a day, whatever stands behind it. */
const dayOf = (text: string): string => /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? ''

function permissionOf({ use_email, use_sms }: z.infer<typeof Patient>): PatientDetails['contactPermission'] {
  const refused = [use_email === false && 'email', use_sms === false && 'sms']
  return (['email', 'sms', 'phone', 'post'] as const).filter((channel) => !refused.includes(channel))
}

const patientOf = (row: z.infer<typeof Patient>): SystemPatient => ({
  id: row.id,
  updatedAt: row.updated_at,
  isActive: row.active !== false,
  title: row.title,
  firstName: row.first_name,
  lastName: row.last_name,
  dateOfBirth: dayOf(row.date_of_birth),
  nhsNumber: row.nhs_number,
  email: row.email_address,
  phone: row.mobile_phone || row.home_phone,
  otherPhone: row.mobile_phone ? row.home_phone : '',
  address: [row.address_line_1, row.address_line_2, row.town, row.county, row.postcode]
    .filter(Boolean)
    .join('\n'),
  contactPermission: permissionOf(row),
})

const minutesOf = ({ start_time, finish_time, duration }: z.infer<typeof Appointment>): number =>
  duration ??
  (start_time && finish_time ? Math.round((finish_time.getTime() - start_time.getTime()) / 60_000) : 30)

/** None of a time that is blocked for nobody, or that has no beginning. */
function appointmentOf(row: z.infer<typeof Appointment>): SystemAppointment[] {
  if (!row.patient_id || !row.start_time) return []
  return [
    {
      id: row.id,
      updatedAt: row.updated_at,
      patientId: row.patient_id,
      practitionerId: row.practitioner_id ?? null,
      startsAt: row.start_time.toISOString(),
      minutes: minutesOf(row),
      reason: row.reason,
      treatment: row.treatment_description || row.reason,
      // A state that nobody knows is one in which the patient is still expected.
      state: states[row.state.toLowerCase()] ?? 'pending',
    },
  ]
}

/** Every row, or none: a row of another form is a sign that the address answers something else. */
function readRows<T>(rows: readonly unknown[], row: z.ZodType<T>): T[] {
  const read = z.array(row).safeParse(rows)
  if (!read.success) throw new PracticeSystemError('unexpected-answer', 'A record had an unexpected form')
  return read.data
}

/** Dentally, by its developer documentation; which of it is assumed stands in docs/practice-systems.md. */
export function openDentally(client: SystemClient): SystemPort {
  const list: List = (name, query) =>
    client.get(`/v1/${name}`, { ...query, per_page: page_size }, listOf(name))

  const changed = ({ since, page }: ChangeQuery) => ({
    updated_after: since?.toISOString(),
    sort_by: 'updated_at',
    sort_direction: 'asc',
    page,
  })

  return {
    requests: client.requests,
    async account() {
      const answer = z.object({ practice: z.object({ id: externalId, name: words }) })
      return (await client.get('/v1/practice', {}, answer)).practice
    },
    async practitioners({ page }): Promise<ChangePage<SystemPractitioner>> {
      const rows = readRows(await list('practitioners', { page }), Practitioner)
      return {
        stamps: [],
        isLast: rows.length < page_size,
        rows: rows
          .filter(({ active }) => active !== false)
          .map(({ id, gdc_number: gdcNumber, user }) => ({
            id,
            gdcNumber,
            name: [user?.title, user?.first_name, user?.last_name].filter(Boolean).join(' ') || id,
          })),
      }
    },
    async treatments({ page }): Promise<ChangePage<SystemTreatment>> {
      const rows = readRows(await list('treatments', { page }), Treatment)
      return {
        stamps: [],
        isLast: rows.length < page_size,
        rows: rows
          .map(({ code, nomenclature, name }) => ({ code, name: nomenclature || name }))
          .filter(({ name }) => name !== ''),
      }
    },
    async patients(query): Promise<ChangePage<SystemPatient>> {
      const rows = readRows(await list('patients', changed(query)), Patient)
      return {
        rows: rows.map(patientOf),
        stamps: rows.map(({ updated_at }) => updated_at),
        isLast: rows.length < page_size,
      }
    },
    async appointments(query): Promise<ChangePage<SystemAppointment>> {
      const asked = { ...changed(query), after: dayAt(query.from, query.zone), cancelled: 'true' }
      const rows = readRows(await list('appointments', asked), Appointment)
      return {
        rows: rows.flatMap(appointmentOf),
        stamps: rows.map(({ updated_at }) => updated_at),
        isLast: rows.length < page_size,
      }
    },
    writer: dentallyWriter(client, list),
  }
}

type List = (name: string, query: Record<string, string | number | undefined>) => Promise<unknown[]>
const Attachment = z.object({ file_name: words })
const Note = z.object({ content: words })
const Metadata = z.record(z.string(), z.unknown()).nullish()
/** More pages of one patient's attachments or notes than are looked through. */
const pages_searched_max = 10

function dentallyWriter(client: SystemClient, list: List): SystemWriter {
  /** Whether one of a patient's rows is what is looked for. */
  async function has<T>(
    name: string,
    patientId: string,
    row: z.ZodType<T>,
    isSought: (each: T) => boolean,
  ): Promise<boolean> {
    for (let page = 1; page <= pages_searched_max; page++) {
      const rows = readRows(await list(name, { patient_id: patientId, page }), row)
      if (rows.some(isSought)) return true
      if (rows.length < page_size) return false
    }
    return false
  }

  return {
    async writeDocument(patientId, { name, pdf }) {
      if (await has('attachments', patientId, Attachment, (each) => each.file_name === name)) return
      const file = {
        ...{ patient_id: patientId, file_name: name, content_type: 'application/pdf' },
        content: Buffer.from(pdf).toString('base64'),
      }
      await client.send('POST', '/v1/attachments', { attachment: file }, z.unknown())
    },
    async writeNote(patientId, { text, mark }) {
      if (await has('notes', patientId, Note, ({ content }) => content.includes(mark))) return
      await client.send('POST', '/v1/notes', { note: { patient_id: patientId, content: text } }, z.unknown())
    },
    async writeState(patientId, state) {
      const path = `/v1/patients/${encodeURIComponent(patientId)}`
      const { patient } = await client.get(path, {}, z.object({ patient: z.object({ metadata: Metadata }) }))
      const others = Object.fromEntries(
        Object.entries(patient.metadata ?? {}).filter(([name]) => name !== metadataKey),
      )
      if (Object.keys(others).length >= metadata_pairs_max)
        throw new PracticeSystemError('unexpected-answer', 'The patient has no free metadata in Dentally')
      const metadata = { ...others, [metadataKey]: state.slice(0, metadata_value_length_max) }
      await client.send('PUT', path, { patient: { metadata } }, z.unknown())
    },
  }
}
