import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { minute_ms } from '../platform/clock.ts'
import { openHttpsPeer, type HttpsPeer, type PeerAnswer, type PeerRequest } from './https-peer.ts'
import { openMockDentallyGrants, type MockDentallyGrants } from './mock-dentally-grants.ts'

/** A record of Dentally as its documentation shows it; what is not of interest is left out. */
export type DentallyRecord = { id: number; updated_at: string } & Record<string, unknown>

export type DentallyFault = (request: PeerRequest) => PeerAnswer | undefined | Promise<PeerAnswer | undefined>

export type MockDentally = HttpsPeer & {
  /** The only key that opens it; a token that was granted does so too. */
  key: string
  grants: MockDentallyGrants
  practice: { id: number; name: string }
  patients: DentallyRecord[]
  practitioners: Record<string, unknown>[]
  treatments: Record<string, unknown>[]
  appointments: DentallyRecord[]
  attachments: Record<string, unknown>[]
  notes: Record<string, unknown>[]
  /** Paths that were asked for, with their queries. */
  asked: string[]
  /** Answers in the place of the records, in turn, each once; undefined answers as usual, at once or later. */
  faults: DentallyFault[]
  /** Whether it orders as it is asked to; Dentally does so for most lists, and not for all. */
  sorts: boolean
}

const error = (status: number, type: string, message: string): PeerAnswer => ({
  status,
  body: { error: { type, message } },
})

const numbered = (query: URLSearchParams, name: string, otherwise: number): number =>
  Number(query.get(name) ?? otherwise)

function pageOf(
  name: string,
  rows: readonly Record<string, unknown>[],
  { query, sorts }: { query: URLSearchParams; sorts: boolean },
): PeerAnswer {
  const since = query.get('updated_after')
  const [patientId, after] = [query.get('patient_id'), query.get('after')]
  const found = rows.filter(
    (row) =>
      (since === null || String(row['updated_at']) > since) &&
      (patientId === null || String(row['patient_id']) === patientId) &&
      (after === null || String(row['start_time']) >= after) &&
      (name !== 'appointments' || query.get('cancelled') === 'true' || row['state'] !== 'Cancelled'),
  )
  const by = query.get('sort_by')
  const direction = query.get('sort_direction') === 'asc' ? 1 : -1
  const ordered =
    by !== null && sorts
      ? found.toSorted((one, other) => (String(one[by]) < String(other[by]) ? -direction : direction))
      : found
  const perPage = Math.min(numbered(query, 'per_page', 25), 100)
  const page = numbered(query, 'page', 1)
  const slice = ordered.slice((page - 1) * perPage, page * perPage)
  return { status: 200, body: { [name]: slice, meta: { total: ordered.length, current_page: page } } }
}

/** A server that answers as Dentally's developer documentation says, on records that a test gives it. */
export async function openMockDentally(key = 'dentally-test-key-0001', port = 0): Promise<MockDentally> {
  const lists = ['patients', 'practitioners', 'treatments', 'appointments', 'attachments', 'notes'] as const
  const peer = await openHttpsPeer((request) => answer(request), port)
  const mock: MockDentally = {
    ...peer,
    key,
    grants: openMockDentallyGrants(),
    practice: { id: 4711, name: 'Harbour Street Dental' },
    ...{ patients: [], practitioners: [], treatments: [], appointments: [], attachments: [], notes: [] },
    ...{ asked: [], faults: [], sorts: true },
  }

  async function answer(request: PeerRequest): Promise<PeerAnswer> {
    const { method, url, headers } = request
    mock.asked.push(`${method} ${url.pathname}${url.search}`)
    const fault = await mock.faults.shift()?.(request)
    if (fault !== undefined) return fault
    if (!headers['user-agent'])
      return error(403, 'invalid_access_error', 'Please make sure your request has an acceptable User-Agent')
    const granted = mock.grants.answer(request)
    if (granted !== undefined) return granted
    const [, token = ''] = /^Bearer (.+)$/.exec(headers['authorization'] ?? '') ?? []
    if (token !== mock.key && !mock.grants.accessTokens.has(token))
      return error(401, 'authentication_error', 'Invalid access token')
    const [, name = '', id] = /^\/v1\/(\w+)(?:\/(\d+))?$/.exec(url.pathname) ?? []
    if (name === 'practice') return { status: 200, body: { practice: mock.practice } }
    const list = lists.find((each) => each === name)
    if (!list) return error(404, 'not_found', 'Not found')
    if (id !== undefined) return one(mock[list], id, request)
    if (method === 'POST') return added(list, request)
    return pageOf(list, mock[list], { query: url.searchParams, sorts: mock.sorts })
  }

  function one(rows: Record<string, unknown>[], id: string, { method, body }: PeerRequest): PeerAnswer {
    const found = rows.find((row) => String(row['id']) === id)
    if (!found) return error(404, 'not_found', 'Not found')
    if (method === 'PUT') Object.assign(found, (JSON.parse(body) as { patient: object }).patient)
    return { status: 200, body: { patient: found } }
  }

  function added(list: (typeof lists)[number], { body }: PeerRequest): PeerAnswer {
    const [row] = Object.values(JSON.parse(body) as Record<string, Record<string, unknown>>)
    const made = { id: mock[list].length + 1, updated_at: new Date(0).toISOString(), ...row }
    mock[list].push(made as never)
    return { status: 201, body: { [list.slice(0, -1)]: made } }
  }

  return mock
}

/** A patient as the documentation's example, with what differs. */
export const dentallyPatient = (id: number, details: Record<string, unknown> = {}): DentallyRecord => ({
  id,
  active: true,
  title: 'Mr',
  first_name: `Given${id}`,
  last_name: `Family${id}`,
  date_of_birth: '1970-05-17',
  email_address: `patient${id}@example.org`,
  mobile_phone: '07700900123',
  home_phone: null,
  nhs_number: '',
  address_line_1: '10 Example Street',
  town: 'Cardiff',
  postcode: 'CF10 1AA',
  use_email: true,
  use_sms: true,
  metadata: {},
  updated_at: '2026-01-01T08:00:00.000Z',
  ...details,
})

/** An appointment likewise. */
export const dentallyAppointment = (id: number, details: Record<string, unknown> = {}): DentallyRecord => ({
  id,
  patient_id: 1,
  practitioner_id: 77,
  start_time: '2099-01-01T09:00:00.000Z',
  finish_time: '2099-01-01T09:30:00.000Z',
  duration: 30,
  reason: 'Exam',
  treatment_description: null,
  state: 'Pending',
  notes: 'Not for anybody else',
  metadata: {},
  updated_at: '2026-01-01T08:00:00.000Z',
  ...details,
})

const wordOf = (number: number): string =>
  [...String(number)].map((digit) => 'bdfgklmnrt'[Number(digit)]! + 'aeiou'[Number(digit) % 5]!).join('')

/** Fills a practice: one clinician, patients no two of whose names are nearly the same, and appointments a quarter of an hour apart. */
export function fillMockDentally(
  mock: MockDentally,
  { patients, appointments, from }: { patients: number; appointments: number; from: Date },
): void {
  const changedAt = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString()
  mock.practitioners = [
    { id: 77, active: true, gdc_number: '123456', user: { title: 'Dr', first_name: 'A', last_name: 'B' } },
  ]
  mock.patients = Array.from({ length: patients }, (_, index) =>
    dentallyPatient(index + 1, {
      first_name: `Given${wordOf(index)}`,
      last_name: `Family${wordOf(index * 7919)}`,
      date_of_birth: dateInTimeZone(new Date(Date.UTC(1950, 0, 1 + ((index * 37) % 15_000)))),
      updated_at: changedAt(index),
    }),
  )
  mock.appointments = Array.from({ length: appointments }, (_, index) =>
    dentallyAppointment(index + 1, {
      patient_id: (index % patients) + 1,
      start_time: new Date(from.getTime() + (index + 1) * 15 * minute_ms).toISOString(),
      updated_at: changedAt(index),
    }),
  )
}
