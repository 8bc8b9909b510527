// The client of the Candour API, version 1, without dependencies: for Node.js 20 and later, Deno, Bun and browsers.
// Written from the contract by 'npm run clients'. Change the contract, not this file.

/** What a refusal says: `reason` never changes its meaning within a version, so decide by it. */
export type Problem = {
  code: string
  message: string
  details: {
    reason?: string
    requestId?: string
    fields?: { field: string; message: string }[]
    [name: string]: unknown
  }
}

/** A request that was refused or failed. */
export class CandourError extends Error {
  override name = 'CandourError'
  readonly status: number
  readonly code: string
  readonly reason: string
  /** Quote it when you ask for help. */
  readonly requestId: string | null
  /** How long to wait before the request is sent again, where the answer says so. */
  readonly retryAfterSeconds: number | null
  readonly details: Problem['details']

  constructor(status: number, { code, message, details }: Problem, retryAfterSeconds: number | null) {
    super(message)
    this.status = status
    this.code = code
    this.reason = details.reason ?? code
    this.requestId = details.requestId ?? null
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}

export type ClientOptions = {
  /** Where Candour is, such as `https://candour.example.org`. */
  url: string
  /** An API key of the practice. */
  key: string
  /** Gives up after this time, 30 seconds unless you say otherwise. */
  timeoutMs?: number
  /** Another `fetch`, for tests. */
  fetch?: typeof fetch
}

export type RequestOptions = {
  /** The same key with the same body gets the same answer. One is made for you where it is left out. */
  idempotencyKey?: string
  signal?: AbortSignal
}

type RequestShape = { method: 'GET' | 'POST' | 'PUT'; path: string; idempotent?: boolean }

/** The error of an answer; an answer that is not ours, such as a proxy's page, is told by its status. */
async function errorOf(response: Response): Promise<CandourError> {
  const text = await response.text()
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(wait) ? wait : null
  try {
    const { code, message, details } = JSON.parse(text) as Partial<Problem>
    if (typeof code === 'string' && typeof message === 'string')
      return new CandourError(response.status, { code, message, details: details ?? {} }, retryAfter)
  } catch {
    // Not JSON.
  }
  const message = `The server answered with status ${response.status}.`
  return new CandourError(response.status, { code: 'internal', message, details: {} }, retryAfter)
}

/** Sends requests as the API describes them: names in the path are filled in, the rest is the query or the body. */
function createSender({ url, key, timeoutMs = 30_000, fetch: send = fetch }: ClientOptions) {
  const address = url.replace(/\/+$/, '')
  return async (
    { method, path, idempotent = false }: RequestShape,
    input: object,
    { idempotencyKey = crypto.randomUUID(), signal }: RequestOptions,
  ): Promise<Response> => {
    const rest: Record<string, unknown> = { ...input }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const query = new URLSearchParams()
    if (method === 'GET')
      for (const [name, value] of Object.entries(rest))
        if (value !== undefined) query.set(name, String(value))
    const response = await send(`${address}${filled}${query.size > 0 ? `?${query.toString()}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(idempotent ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(rest) }),
      // The key is for this address and no other.
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    })
    if (!response.ok) throw await errorOf(response)
    return response
  }
}

export type ListTemplatesInput = { page?: number; pageSize?: number; search?: string }
export type ListTemplatesOutput = {
  rows: {
    id: string
    name: string
    treatmentType: string
    version: string
    requiresTooth: boolean
    requiresDiagnosis: boolean
    fields: string[]
    isAdopted: boolean
  }[]
  total: number
  page: number
  pageSize: number
}

export type ListCliniciansInput = Record<string, never>
export type ListCliniciansOutput = { id: string; name: string; jobTitle: string; gdcNumber: string | null }[]

export type SavePatientInput = {
  identifier: string
  dateOfBirth: string
  title?: string
  firstName?: string
  lastName?: string
  preferredName?: string
  email?: string
  phone?: string
  otherPhone?: string
  address?: string
  nhsNumber?: string
  language?: string
}
export type SavePatientOutput = {
  identifier: string
  outcome: 'created' | 'updated' | 'unchanged' | 'held'
  patientId: string | null
  heldBecause: string | null
}

export type SaveAppointmentInput = {
  identifier: string
  patientId?: string
  patientIdentifier?: string
  clinicianId?: string
  gdcNumber?: string
  day: string
  time: string
  minutes?: number
  room?: string
  reason?: string
  needsConsent?: boolean
  treatments?: {
    templateId?: string
    code?: string
    label?: string
    templateName?: string
    teeth?: string[]
    area?:
      | 'whole-mouth'
      | 'upper-arch'
      | 'lower-arch'
      | 'upper-right'
      | 'upper-left'
      | 'lower-right'
      | 'lower-left'
      | null
    pricePence?: number | null
  }[]
  farDayConfirmed?: boolean
}
export type SaveAppointmentOutput = {
  identifier: string
  outcome: 'created' | 'updated' | 'unchanged' | 'cancelled'
  appointmentId: string
  status: 'booked' | 'arrived' | 'started' | 'done' | 'cancelled' | 'not-attended'
  patientId: string
  clinicianId: string
  day: string
  time: string
  minutes: number
  unmappedCodes: string[]
}

export type CancelAppointmentInput = { identifier: string; notAttended?: boolean }
export type CancelAppointmentOutput = {
  identifier: string
  outcome: 'created' | 'updated' | 'unchanged' | 'cancelled'
  appointmentId: string
  status: 'booked' | 'arrived' | 'started' | 'done' | 'cancelled' | 'not-attended'
  patientId: string
  clinicianId: string
  day: string
  time: string
  minutes: number
  unmappedCodes: string[]
}

export type CreateConsentInput = {
  patientId?: string
  patientIdentifier?: string
  clinicianId?: string
  gdcNumber?: string
  treatments: {
    templateId?: string
    code?: string
    label?: string
    templateName?: string
    teeth?: string[]
    area?:
      | 'whole-mouth'
      | 'upper-arch'
      | 'lower-arch'
      | 'upper-right'
      | 'upper-left'
      | 'lower-right'
      | 'lower-left'
      | null
    pricePence?: number | null
    material?: string
    band?: 'private' | 'band-1' | 'band-2' | 'band-3' | 'urgent' | 'by-item' | 'exempt' | null
    fields?: Record<string, string>
  }[]
  diagnosis?: string
  language?: string
}
export type CreateConsentOutput = {
  id: string
  status:
    | 'draft'
    | 'approved'
    | 'sent'
    | 'viewed'
    | 'verbal'
    | 'signed'
    | 'finalised'
    | 'declined'
    | 'withdrawn'
    | 'expired'
    | 'voided'
    | 'superseded'
  patientId: string
  clinician: { id: string; name: string }
  preparedBy: string
  treatment: string
  teeth: string[]
  missing: string[]
  createdAt: string
  sentAt: string | null
  viewedAt: string | null
  signedAt: string | null
  expiresAt: string | null
  reconfirmSince: string | null
  reason: string | null
  signature: { kind: string; name: string; signerRole: string; at: string } | null
  documents: {
    id: string
    kind: 'signed' | 'finalised' | 'annex' | 'archived' | 'annex-archived' | 'resealed' | 'annex-resealed'
    sha256: string
    bytes: number
    createdAt: string
  }[]
}

export type GetConsentInput = { consentId: string }
export type GetConsentOutput = {
  id: string
  status:
    | 'draft'
    | 'approved'
    | 'sent'
    | 'viewed'
    | 'verbal'
    | 'signed'
    | 'finalised'
    | 'declined'
    | 'withdrawn'
    | 'expired'
    | 'voided'
    | 'superseded'
  patientId: string
  clinician: { id: string; name: string }
  preparedBy: string
  treatment: string
  teeth: string[]
  missing: string[]
  createdAt: string
  sentAt: string | null
  viewedAt: string | null
  signedAt: string | null
  expiresAt: string | null
  reconfirmSince: string | null
  reason: string | null
  signature: { kind: string; name: string; signerRole: string; at: string } | null
  documents: {
    id: string
    kind: 'signed' | 'finalised' | 'annex' | 'archived' | 'annex-archived' | 'resealed' | 'annex-resealed'
    sha256: string
    bytes: number
    createdAt: string
  }[]
}

export type SendConsentInput = { consentId: string; by: 'email' | 'sms' | 'link' }
export type SendConsentOutput = {
  id: string
  status:
    | 'draft'
    | 'approved'
    | 'sent'
    | 'viewed'
    | 'verbal'
    | 'signed'
    | 'finalised'
    | 'declined'
    | 'withdrawn'
    | 'expired'
    | 'voided'
    | 'superseded'
  patientId: string
  clinician: { id: string; name: string }
  preparedBy: string
  treatment: string
  teeth: string[]
  missing: string[]
  createdAt: string
  sentAt: string | null
  viewedAt: string | null
  signedAt: string | null
  expiresAt: string | null
  reconfirmSince: string | null
  reason: string | null
  signature: { kind: string; name: string; signerRole: string; at: string } | null
  documents: {
    id: string
    kind: 'signed' | 'finalised' | 'annex' | 'archived' | 'annex-archived' | 'resealed' | 'annex-resealed'
    sha256: string
    bytes: number
    createdAt: string
  }[]
}

export type CreateLinkInput = { consentId: string }
export type CreateLinkOutput = { url: string; qrSvg: string; expiresAt: string }

export type VoidConsentInput = { consentId: string; reason: string }
export type VoidConsentOutput = {
  id: string
  status:
    | 'draft'
    | 'approved'
    | 'sent'
    | 'viewed'
    | 'verbal'
    | 'signed'
    | 'finalised'
    | 'declined'
    | 'withdrawn'
    | 'expired'
    | 'voided'
    | 'superseded'
  patientId: string
  clinician: { id: string; name: string }
  preparedBy: string
  treatment: string
  teeth: string[]
  missing: string[]
  createdAt: string
  sentAt: string | null
  viewedAt: string | null
  signedAt: string | null
  expiresAt: string | null
  reconfirmSince: string | null
  reason: string | null
  signature: { kind: string; name: string; signerRole: string; at: string } | null
  documents: {
    id: string
    kind: 'signed' | 'finalised' | 'annex' | 'archived' | 'annex-archived' | 'resealed' | 'annex-resealed'
    sha256: string
    bytes: number
    createdAt: string
  }[]
}

export type CreateLaunchInput = {
  open: 'patient' | 'appointment' | 'consent'
  patientId?: string
  patientIdentifier?: string
  appointmentIdentifier?: string
  templateId?: string
  code?: string
  staffId?: string
  staffEmail?: string
}
export type CreateLaunchOutput = { url: string; expiresAt: string }

export type CreateEmbedInput = {
  origin: string
  consentId?: string
  patientId?: string
  patientIdentifier?: string
}
export type CreateEmbedOutput = { url: string; expiresAt: string }

export type GetRecordInput = { consentId: string }

export type GetEvidenceInput = { consentId: string }

/** Everything that a key may ask, by the name of the operation. */
export function createCandour(options: ClientOptions) {
  const send = createSender(options)
  return {
    /** The consent templates in use, with what each needs before it can be sent. Scope: `practice:read`. */
    async listTemplates(
      input: ListTemplatesInput = {},
      options: RequestOptions = {},
    ): Promise<ListTemplatesOutput> {
      const response = await send({ method: 'GET', path: '/api/v1/templates' }, input, options)
      return (await response.json()) as ListTemplatesOutput
    },

    /** The clinicians to whom consents and appointments can be given. Scope: `practice:read`. */
    async listClinicians(
      input: ListCliniciansInput = {},
      options: RequestOptions = {},
    ): Promise<ListCliniciansOutput> {
      const response = await send({ method: 'GET', path: '/api/v1/clinicians' }, input, options)
      return (await response.json()) as ListCliniciansOutput
    },

    /** Add or change the patient of your identifier. Fields left out stay as they are; what contradicts a record is held for the practice to decide. Scope: `patients:write`. */
    async savePatient(input: SavePatientInput, options: RequestOptions = {}): Promise<SavePatientOutput> {
      const response = await send({ method: 'PUT', path: '/api/v1/patients/{identifier}' }, input, options)
      return (await response.json()) as SavePatientOutput
    },

    /** Book or change the appointment of your identifier. Scope: `appointments:write`. */
    async saveAppointment(
      input: SaveAppointmentInput,
      options: RequestOptions = {},
    ): Promise<SaveAppointmentOutput> {
      const response = await send(
        { method: 'PUT', path: '/api/v1/appointments/{identifier}' },
        input,
        options,
      )
      return (await response.json()) as SaveAppointmentOutput
    },

    /** Cancel the appointment of your identifier, or say that the patient did not come. Scope: `appointments:write`. */
    async cancelAppointment(
      input: CancelAppointmentInput,
      options: RequestOptions = {},
    ): Promise<CancelAppointmentOutput> {
      const response = await send(
        { method: 'POST', path: '/api/v1/appointments/{identifier}/cancellation' },
        input,
        options,
      )
      return (await response.json()) as CancelAppointmentOutput
    },

    /** Prepare a consent for a patient and a clinician, as a draft. Scope: `consents:create`. */
    async createConsent(
      input: CreateConsentInput,
      options: RequestOptions = {},
    ): Promise<CreateConsentOutput> {
      const response = await send(
        { method: 'POST', path: '/api/v1/consents', idempotent: true },
        input,
        options,
      )
      return (await response.json()) as CreateConsentOutput
    },

    /** How a consent stands. Scope: `consents:read`. */
    async getConsent(input: GetConsentInput, options: RequestOptions = {}): Promise<GetConsentOutput> {
      const response = await send({ method: 'GET', path: '/api/v1/consents/{consentId}' }, input, options)
      return (await response.json()) as GetConsentOutput
    },

    /** Fix the text and send it by e-mail or as a text message, or make it ready for a link or QR code. Scope: `consents:send`. */
    async sendConsent(input: SendConsentInput, options: RequestOptions = {}): Promise<SendConsentOutput> {
      const response = await send(
        { method: 'POST', path: '/api/v1/consents/{consentId}/send', idempotent: true },
        input,
        options,
      )
      return (await response.json()) as SendConsentOutput
    },

    /** A link to a consent that was sent, and the same as a QR code, shown in this answer and never again. Scope: `consents:send`. */
    async createLink(input: CreateLinkInput, options: RequestOptions = {}): Promise<CreateLinkOutput> {
      const response = await send(
        { method: 'POST', path: '/api/v1/consents/{consentId}/links' },
        input,
        options,
      )
      return (await response.json()) as CreateLinkOutput
    },

    /** Void a consent that should not have been. Scope: `consents:void`. */
    async voidConsent(input: VoidConsentInput, options: RequestOptions = {}): Promise<VoidConsentOutput> {
      const response = await send(
        { method: 'POST', path: '/api/v1/consents/{consentId}/void', idempotent: true },
        input,
        options,
      )
      return (await response.json()) as VoidConsentOutput
    },

    /** An address that opens Candour at a patient, an appointment or a new consent: once, within five minutes, for one member of staff who is signed in or signs in. Scope: `launches:create`. */
    async createLaunch(input: CreateLaunchInput, options: RequestOptions = {}): Promise<CreateLaunchOutput> {
      const response = await send({ method: 'POST', path: '/api/v1/launches' }, input, options)
      return (await response.json()) as CreateLaunchOutput
    },

    /** An address for a frame of your own page that shows how a consent, or all consents of a patient, stand: opened once, within two minutes. Browsers show it only in pages of an origin that the practice has listed; whoever holds the address can open it once, and reads the patient’s name and how the consents stand. Scope: `embeds:create`. */
    async createEmbed(input: CreateEmbedInput, options: RequestOptions = {}): Promise<CreateEmbedOutput> {
      const response = await send({ method: 'POST', path: '/api/v1/embeds' }, input, options)
      return (await response.json()) as CreateEmbedOutput
    },

    /** The newest sealed record of a consent, as PDF. Scope: `records:read`. */
    async getRecord(input: GetRecordInput, options: RequestOptions = {}): Promise<Uint8Array> {
      const response = await send(
        { method: 'GET', path: '/api/v1/consents/{consentId}/record' },
        input,
        options,
      )
      return new Uint8Array(await response.arrayBuffer())
    },

    /** Everything that proves a consent, with a page that checks it without us, as ZIP. Scope: `records:read`. */
    async getEvidence(input: GetEvidenceInput, options: RequestOptions = {}): Promise<Uint8Array> {
      const response = await send(
        { method: 'GET', path: '/api/v1/consents/{consentId}/evidence' },
        input,
        options,
      )
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}
export type Candour = ReturnType<typeof createCandour>
