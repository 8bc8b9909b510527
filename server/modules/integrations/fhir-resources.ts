import type { FrozenContent } from '../../../contract/consents.ts'
import type { AdditionalAnswer } from '../../../contract/matters.ts'
import { isRecordIntact, withdrawalsIn } from '../consents/index.ts'
import { documentName, buildConsentDocument, consentTextOf } from '../documents/index.ts'
import { buildMattersView } from '../matters/index.ts'
import { relatedRecordsIntact } from '../proofs/index.ts'
import {
  omitEmpty,
  consentDocument,
  nhsNumberNotTraced,
  performerRole,
  policyRule,
  profiles,
  systems,
  treatmentScope,
} from './fhir-codes.ts'
import { buildNarrative } from './fhir-narrative.ts'
import { answerStatus, fhirStatus } from './fhir-rules.ts'
import type { loadEvidence, FoundConsent, FoundDocument, FoundPatient } from './fhir-store.ts'

export type FhirEvidence = ReturnType<Awaited<ReturnType<typeof loadEvidence>>>
/** A consent, all that is kept of it, and where this server is. */
export type ConsentFacts = { consent: FoundConsent; evidence: FhirEvidence; address: string }

export const fhirBaseUrl = (address: string): string => `${address}/api/fhir`
export const patientReference = ({ patientId }: { patientId: string }) => ({
  reference: `Patient/${patientId}`,
})

const roleWords: Record<string, string> = {
  parent: 'Parent or person with parental responsibility',
  attorney: 'Attorney',
  deputy: 'Deputy',
  guardian: 'Welfare guardian',
  'decision-maker': 'Clinician who recorded the decision',
}

export const practiceResource = ({ name, address, phone, email }: FrozenContent['clinic']) =>
  omitEmpty({
    resourceType: 'Organization',
    id: 'practice',
    name,
    telecom: [
      ...(phone ? [{ system: 'phone', value: phone, use: 'work' }] : []),
      ...(email ? [{ system: 'email', value: email, use: 'work' }] : []),
    ],
    address: address ? [{ use: 'work', text: address }] : [],
  })

const clinicianOf = ({ name, role, gdcNumber }: FrozenContent['clinician']) =>
  omitEmpty({
    resourceType: 'Practitioner',
    id: 'clinician',
    identifier: gdcNumber ? [{ system: systems.gdcNumber, value: gdcNumber }] : [],
    name: [{ text: name }],
    qualification: role ? [{ code: { text: role } }] : [],
  })

/** It was decided for the patient, who cannot decide it. */
const isBestInterestsDecision = ({ evidence: { signature } }: ConsentFacts): boolean =>
  signature?.mark.kind === 'decided'

/** Whose hand signed for somebody who could not, and for whom; undefined where people sign themselves. */
const helpOf = ({ evidence: { signature } }: ConsentFacts) =>
  signature?.help?.kind === 'on-behalf' ? { hand: signature.name, ...signature.help } : undefined

/** The same as a resource: they agreed to nothing themselves. */
function signedOnBehalfResource(facts: ConsentFacts): object[] {
  const help = helpOf(facts)
  if (!help) return []
  return [
    {
      resourceType: 'RelatedPerson',
      id: 'hand',
      patient: patientReference(facts.consent),
      relationship: [{ text: `Signed on behalf of ${help.of}, at their request` }],
      name: [{ text: help.hand }],
    },
  ]
}

/** Who agreed for the patient; none where patients do so themselves, with whosever hand. */
function signerOf(facts: ConsentFacts): object[] {
  const { consent, evidence } = facts
  const { signature } = evidence
  if (!signature || signature.signerRole === 'patient') return []
  if (isBestInterestsDecision(facts))
    return [{ resourceType: 'Practitioner', id: 'signer', name: [{ text: signature.name }] }]
  return [
    {
      resourceType: 'RelatedPerson',
      id: 'signer',
      patient: patientReference(consent),
      relationship: [{ text: roleWords[signature.signerRole] ?? signature.signerRole }],
      name: [{ text: helpOf(facts)?.of ?? signature.name }],
    },
  ]
}

const signerReference = (facts: ConsentFacts) =>
  signerOf(facts).length > 0 ? { reference: '#signer' } : patientReference(facts.consent)

/** `ni:` of RFC 6920: the name of the bytes that have this hash. */
export const hashUri = (sha256: string): string =>
  `ni:///sha-256;${Buffer.from(sha256, 'hex').toString('base64url')}`

function attachmentOf({ version, consent, patient, timeZone }: FoundDocument, address: string) {
  const { title, teeth } = consent.content!
  const { kind, about, sha256, bytes, createdAt } = version
  const named = { kind, about, patient, treatment: title, teeth: teeth.map(({ fdi }) => fdi) }
  return {
    extension: [
      { url: `${fhirBaseUrl(address)}/StructureDefinition/attachment-sha256`, valueUri: hashUri(sha256) },
    ],
    contentType: 'application/pdf',
    language: 'en-GB',
    url: `${fhirBaseUrl(address)}/Binary/${version.id}`,
    size: bytes,
    title: documentName({ ...named, signedAt: consent.signedAt!, timeZone }),
    creation: createdAt.toISOString(),
  }
}

/** Until when it counts: nothing more is agreed once it was withdrawn, replaced or voided. */
const consentEndOf = ({ status, updatedAt }: FoundConsent): string | undefined =>
  ['withdrawn', 'superseded', 'voided'].includes(status) ? updatedAt.toISOString() : undefined

/** The treatments of a text at these places, by name. */
const titlesAt = ({ content }: FoundConsent, places: readonly number[]): string[] =>
  places.map((place) => content!.treatments?.[place]?.title ?? content!.title)

/** What is not agreed to of several treatments: each that the signer said no to, and each taken back since, from when. */
const declinedTitles = ({ consent, evidence: { signature, events } }: ConsentFacts) => [
  ...titlesAt(consent, signature?.declined ?? []).map((text) => ({ type: 'deny', code: [{ text }] })),
  ...withdrawalsIn(events).flatMap(({ places, at: start }) =>
    titlesAt(consent, places).map((text) => ({ type: 'deny', period: { start }, code: [{ text }] })),
  ),
]

function provisionOf(facts: ConsentFacts) {
  const { consent, evidence } = facts
  const { signature } = evidence
  const { title, teeth } = consent.content!
  const period = omitEmpty({ start: signature?.at.toISOString(), end: signature && consentEndOf(consent) })
  return omitEmpty({
    type: consent.status === 'declined' ? 'deny' : 'permit',
    period: Object.keys(period).length > 0 ? period : undefined,
    actor: [{ role: performerRole, reference: { reference: '#clinician' } }],
    // Of several treatments each is agreed to by itself.
    provision: declinedTitles(facts),
    code: [
      { text: title },
      ...teeth.map(({ fdi, palmer, name }) => ({
        coding: [{ system: systems.tooth, code: fdi, display: name }],
        text: `${name} (${palmer})`,
      })),
    ],
  })
}

/** When the patient agreed by word of mouth. */
const discussedAt = ({ evidence: { events } }: ConsentFacts): Date | undefined =>
  events.find(({ event }) => event === 'consent.verbal')?.at

/** What proves the record and has no place in R4: hashes, and whether everything is still what its events say. */
function verificationOf({ consent, evidence, address }: ConsentFacts) {
  const definition = `${fhirBaseUrl(address)}/StructureDefinition`
  const hashes = {
    'content-sha256': consent.contentHash,
    'signature-sha256': evidence.signature?.markHash,
    'record-sha256': evidence.events.at(-1)?.hash,
  }
  const documents = evidence.documents.map(({ version }) => version)
  return [
    ...Object.entries(hashes).flatMap(([name, value]) =>
      value ? [{ url: `${definition}/${name}`, valueString: value }] : [],
    ),
    {
      url: `${definition}/record-intact`,
      valueBoolean:
        isRecordIntact(consent, { ...evidence, documents }) &&
        relatedRecordsIntact(evidence.beside, evidence.events),
    },
    ...countersignedBy(evidence, definition),
    ...signedOnBehalf({ consent, evidence, address }, definition),
  ]
}

/** R4 has no place in a Consent for the hand that signed; `performer` is who agreed. */
function signedOnBehalf(facts: ConsentFacts, definition: string): object[] {
  const help = helpOf(facts)
  if (!help) return []
  const said = { by: help.hand, of: help.of, why: help.why }
  const extension = Object.entries(said).map(([url, valueString]) => ({ url, valueString }))
  return [{ url: `${definition}/signed-on-behalf`, extension }]
}

function countersignedBy({ countersignature: given }: FhirEvidence, definition: string): object[] {
  if (!given) return []
  return [
    {
      url: `${definition}/countersignature`,
      extension: [
        { url: 'name', valueString: given.name },
        { url: 'gdc-number', valueIdentifier: { system: systems.gdcNumber, value: given.gdcNumber } },
        { url: 'at', valueDateTime: given.at.toISOString() },
      ],
    },
  ]
}

function narrativeIn({ consent, evidence }: ConsentFacts) {
  const { signature } = evidence
  const record = signature
    ? buildConsentDocument({ ...evidence, consent, signature, letterhead: {} }, consent.updatedAt)
    : null
  const withdrawn = withdrawalsIn(evidence.events).map((part) => ({
    ...part,
    titles: titlesAt(consent, part.places),
  }))
  return { status: 'generated', div: buildNarrative(consentTextOf(consent), record, withdrawn) }
}

/** A consent as FHIR R4's Consent. Its text says everything that the sealed document says. */
export function consentResource(facts: ConsentFacts): object {
  const { consent, evidence, address } = facts
  const { signature, documents } = evidence
  const content = consent.content!
  const newest = documents.at(-1)
  return omitEmpty({
    resourceType: 'Consent',
    id: consent.id,
    meta: { lastUpdated: consent.updatedAt.toISOString(), profile: [profiles.Consent] },
    language: 'en-GB',
    text: narrativeIn(facts),
    contained: [practiceResource(content.clinic), clinicianOf(content.clinician), ...signerOf(facts)],
    extension: verificationOf(facts),
    identifier: [{ system: `${fhirBaseUrl(address)}/Id/consent`, value: consent.id }],
    status: fhirStatus[consent.status],
    scope: treatmentScope,
    category: [{ ...consentDocument, text: content.treatmentType }],
    patient: { ...patientReference(consent), display: content.patient.name },
    dateTime: (signature?.at ?? discussedAt(facts) ?? consent.sentAt ?? consent.createdAt).toISOString(),
    performer: signature ? [signerReference(facts)] : [],
    organization: [{ reference: '#practice', display: content.clinic.name }],
    sourceAttachment: newest ? attachmentOf(newest, address) : undefined,
    policyRule,
    // R4 has a patient or somebody of theirs verify, and nobody else.
    verification:
      signature && !isBestInterestsDecision(facts)
        ? [
            {
              verified: true,
              verifiedWith: signerReference(facts),
              verificationDate: signature.at.toISOString(),
            },
          ]
        : [],
    provision: provisionOf(facts),
  })
}

/** What the patient decided, where they have; a withdrawal comes after a signature, which stays. */
function choiceItem({ consent, evidence, address }: ConsentFacts) {
  const hasAgreed =
    evidence.signature !== undefined || discussedAt({ consent, evidence, address }) !== undefined
  const choice = consent.status === 'declined' ? 'declined' : hasAgreed ? 'agreed' : undefined
  const later = consent.status === 'withdrawn' ? 'withdrawn' : undefined
  const system = `${fhirBaseUrl(address)}/CodeSystem/choice`
  return omitEmpty({
    linkId: 'choice',
    text: consent.content!.title,
    answer: [choice, later].flatMap((code) =>
      code ? [{ valueCoding: { system, code, display: code } }] : [],
    ),
  })
}

const recordedModeWords = { paper: 'on paper', verbal: 'by word of mouth' } as const

/** How staff wrote it down that it was given; nothing where its signer answered on a screen. */
const recordedModeItems = ({ key, how, by }: AdditionalAnswer): object[] =>
  how === 'screen'
    ? []
    : [
        { linkId: `additional-${key}-how`, text: 'Given', answer: [{ valueString: recordedModeWords[how] }] },
        { linkId: `additional-${key}-by`, text: 'Recorded by', answer: [{ valueString: by }] },
      ]

/** What was asked besides the treatment, each with what was said of it last; not answered where nothing was, or boxes were left blank. */
function additionalItem({ consent: { content }, evidence: { beside } }: ConsentFacts): object[] {
  const asked = content!.additionalConsents ?? []
  if (asked.length === 0) return []
  const { additional } = buildMattersView(beside.matters, { content, noted: '' })
  const item = asked.map(({ key, question }) => {
    const said = additional.find((one) => one.key === key)
    return omitEmpty({
      linkId: `additional-${key}`,
      text: question,
      answer:
        said && said.answer !== 'blank'
          ? [omitEmpty({ valueString: said.answer, item: recordedModeItems(said) })]
          : [],
    })
  })
  return [{ linkId: 'additional', text: 'Additional consents', item }]
}

/** Treatments that were taken back while others stand, each with its reason where one was given. */
function withdrawnItem({ consent, evidence }: ConsentFacts): object[] {
  const item = withdrawalsIn(evidence.events).flatMap(({ places, at, reason }) =>
    places.map((place) => ({
      linkId: `withdrawn-${place + 1}`,
      text: titlesAt(consent, [place])[0],
      answer: [{ valueDateTime: at }, ...(reason ? [{ valueString: reason }] : [])],
    })),
  )
  return item.length > 0 ? [{ linkId: 'withdrawn', text: 'Withdrawn since', item }] : []
}

function signatureItem(facts: ConsentFacts): object[] {
  const { signature } = facts.evidence
  if (!signature) return []
  const help = helpOf(facts)
  const { name, signerRole, mark, at } = signature
  const said = {
    name: { valueString: name },
    role: { valueString: signerRole === 'patient' ? 'Patient' : (roleWords[signerRole] ?? signerRole) },
    way: { valueString: mark.kind },
    ...(mark.kind === 'typed' ? { typed: { valueString: mark.typed } } : {}),
    ...(help ? { 'on-behalf-of': { valueString: help.of }, why: { valueString: help.why } } : {}),
    at: { valueDateTime: at.toISOString() },
  }
  const item = Object.entries(said).map(([key, value]) => ({
    linkId: `signature-${key}`,
    text: key.replaceAll('-', ' '),
    answer: [value],
  }))
  return [{ linkId: 'signature', text: 'Signature', item }]
}

/** What the patient was asked, confirmed and chose, as FHIR R4's QuestionnaireResponse. */
export function questionnaireResponseResource(facts: ConsentFacts): object {
  const { consent, evidence, address } = facts
  const { signature } = evidence
  const answers = signature ? { answer: [{ valueBoolean: true }] } : {}
  const isReasoned = consent.status === 'declined' || consent.status === 'withdrawn'
  const statements = (signature?.statements ?? consent.content!.statements).map((text, index) => ({
    linkId: `statement-${index + 1}`,
    text,
    ...answers,
  }))
  return omitEmpty({
    resourceType: 'QuestionnaireResponse',
    id: consent.id,
    meta: { lastUpdated: consent.updatedAt.toISOString(), profile: [profiles.QuestionnaireResponse] },
    language: 'en-GB',
    contained: [...signerOf(facts), ...signedOnBehalfResource(facts)],
    identifier: { system: `${fhirBaseUrl(address)}/Id/answers`, value: consent.id },
    status: answerStatus(consent.status, signature !== undefined),
    subject: patientReference(consent),
    authored: signature?.at.toISOString(),
    // Whoever wrote it down, and whose answers they are.
    author: signature ? (helpOf(facts) ? { reference: '#hand' } : signerReference(facts)) : undefined,
    source: signature ? signerReference(facts) : undefined,
    item: [
      choiceItem(facts),
      { linkId: 'statements', text: 'Statements confirmed', item: statements },
      ...additionalItem(facts),
      ...signatureItem(facts),
      ...withdrawnItem(facts),
      ...(isReasoned && consent.reason
        ? [{ linkId: 'reason', text: 'Why', answer: [{ valueString: consent.reason }] }]
        : []),
    ],
  })
}

type Version = { id: string; consentId: string; number: number; kind: string }

const versionWords: Record<FoundDocument['version']['kind'], string> = {
  signed: 'signed',
  finalised: 'signed and countersigned',
  annex: 'annex: what happened afterwards',
  archived: 'time-stamped for the archive',
  'annex-archived': 'annex, time-stamped for the archive',
  resealed: 'sealed again for the archive',
  'annex-resealed': 'annex, sealed again for the archive',
}

const isAnnex = ({ kind }: Pick<Version, 'kind'>): boolean => kind.startsWith('annex')

/** A sealed document as FHIR R4's DocumentReference; `versions` are all those of its consent. */
export function documentResource(
  document: FoundDocument,
  versions: readonly Version[],
  address: string,
): object {
  const { version, consent } = document
  const record = versions
    .filter((each) => each.consentId === version.consentId && !isAnnex(each))
    .toSorted((a, b) => b.number - a.number)
  // An annex adds to the record as it was then, and no later annex takes its place.
  const isNewest = isAnnex(version) || record[0]?.id === version.id
  const before = record.find(({ number }) => number < version.number)
  const content = consent.content!
  return omitEmpty({
    resourceType: 'DocumentReference',
    id: version.id,
    meta: { lastUpdated: version.createdAt.toISOString(), profile: [profiles.DocumentReference] },
    contained: [practiceResource(content.clinic), clinicianOf(content.clinician)],
    masterIdentifier: { system: systems.uri, value: hashUri(version.sha256) },
    identifier: [{ system: `${fhirBaseUrl(address)}/Id/document`, value: version.id }],
    status: isNewest ? 'current' : 'superseded',
    docStatus: 'final',
    type: consentDocument,
    subject: { ...patientReference(consent), display: content.patient.name },
    date: version.createdAt.toISOString(),
    author: [{ reference: '#clinician', display: content.clinician.name }],
    custodian: { reference: '#practice', display: content.clinic.name },
    relatesTo: before ? [{ code: 'appends', target: { reference: `DocumentReference/${before.id}` } }] : [],
    description: `${content.title}, ${versionWords[version.kind]}`,
    content: [{ attachment: attachmentOf(document, address) }],
    context: { related: [{ reference: `Consent/${version.consentId}` }] },
  })
}

/** Which version of a patient this is, as If-Match names it. */
export const patientTag = ({ version }: Pick<FoundPatient, 'version'>): string => `W/"${version}"`

/** A patient as FHIR R4's Patient: no more than it takes to find their record elsewhere. */
export function patientResource(patient: FoundPatient): object {
  const { id, title, firstName, lastName, dateOfBirth, nhsNumber, status, version, updatedAt } = patient
  return omitEmpty({
    resourceType: 'Patient',
    id,
    meta: {
      versionId: String(version),
      lastUpdated: updatedAt.toISOString(),
      profile: [profiles.Patient],
    },
    identifier: nhsNumber
      ? [{ extension: [nhsNumberNotTraced], system: systems.nhsNumber, value: nhsNumber }]
      : [],
    active: status === 'active',
    name: [
      omitEmpty({
        use: 'official',
        family: lastName,
        given: firstName ? [firstName] : [],
        prefix: title ? [title] : [],
      }),
    ],
    birthDate: dateOfBirth,
  })
}
