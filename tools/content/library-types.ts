/**
 * What `build/content/` holds, as the server and the web import it. The build copies this file into
 * `build/content/types.d.ts` and adds the types it reads off the words and the pages.
 */

export type RiskBand = 'very common' | 'common' | 'uncommon' | 'rare' | 'varies'

/** A risk as data. Its wording for patients stands in the section 'Risks and Complications'. */
export type LibraryRisk = {
  label: string
  band: RiskBand
  serious: boolean
  source: string
  /** People out of so many, as the label states it with a published source behind it. */
  figure: { from: number; to: number; of: number } | null
}

/** A drawing of ours, with its text alternative and the section in which it stands. */
export type LibraryPicture = { id: string; title: string; alt: string; section: string; svg: string }

export type LibraryQuestion = {
  question: string
  answers: { text: string; right: boolean }[]
  explanation: string
}

export type LibraryTemplate = {
  /** The file's name, stable for ever. */
  id: string
  /** SHA-256 of the canonical JSON of everything else here; another hash is another version. */
  hash: string
  name: string
  description: string
  treatmentType: string
  treatmentSubtype: string
  group: string
  requiresTooth: boolean
  requiresDiagnosis: boolean
  writtenConsent: 'required' | 'recommended' | 'proportionate'
  /** Hours between a patient's first reading and the treatment that are advised. */
  reflectionHours: number
  version: string
  /** Always the six, ids 1 to 6; `html` holds `{{placeholders}}`. */
  sections: { id: number; title: string; html: string }[]
  risks: LibraryRisk[]
  questions: LibraryQuestion[]
  /** For the clinician, not shown to patients. */
  cautions: string[]
  evidence: { claim: string; source: string }[]
  /** Ids of the pictures it shows, in their order. */
  pictures: string[]
  author: string
  /** Empty until a registered clinician has approved the wording. */
  clinicalApprover: string
  checkedOn: string
  reviewDue: string
  /** Distinct names without braces, in the order the sections first use them. */
  placeholders: string[]
}

/** A template of the library in another language, drafted by machine. */
export type LibraryTranslation = {
  /** The id of the template. */
  template: string
  /** BCP 47. */
  language: string
  /** Whether it says what the English says now. */
  isCurrent: boolean
  sections: { id: number; title: string; html: string }[]
}

/** A treatment type that comes with the product; its subtypes in the order in which they are offered. */
export type LibraryTreatment = { name: string; subtypes: string[] }
/** `builtIn` is what is offered when the list cannot be loaded; the database gets `supplementary` beside it. */
export type LibraryTreatments = { builtIn: LibraryTreatment[]; supplementary: LibraryTreatment[] }

/** A message with `{{placeholders}}`; the text is plain. Texts to phones have no subject. */
export type MessageText = { subject: string; text: string }
export type MessageName =
  | 'consent-link'
  | 'consent-link-sms'
  | 'reminder'
  | 'reminder-sms'
  | 'signed-copy'
  | 'new-link'
  | 'new-link-sms'
  | 'letter'
  | 'invitation'
  | 'patient-home'
  | 'template-review'
  | 'email-link'
  | 'reset'
  | 'registration'
  | 'email-change'
  | 'account-changed'
  | 'phone-code'
  | 'phone-change'
/** Those that patients get about a consent, in their own language where it is one of ours. */
export type PatientMessageName =
  | 'consent-link'
  | 'consent-link-sms'
  | 'reminder'
  | 'reminder-sms'
  | 'signed-copy'
  | 'new-link'
  | 'new-link-sms'
export type Messages = {
  en: Record<MessageName, MessageText>
  /** By BCP 47 tag; drafted by machine. */
  translated: { [language: string]: Record<PatientMessageName, MessageText> }
}
