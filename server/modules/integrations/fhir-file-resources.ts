import { findTooth } from '../../../contract/teeth.ts'
import { scanDownloadName } from '../paper/index.ts'
import { pictureName } from '../pictures/index.ts'
import { omitEmpty, consentDocument, profiles, systems } from './fhir-codes.ts'
import type { FoundPicture, FoundScan } from './fhir-file-store.ts'
import { fhirBaseUrl, hashUri, patientReference, practiceResource } from './fhir-resources.ts'

type StoredFile = FoundScan | FoundPicture

/** What is the same of every kept file, as FHIR R4's DocumentReference; its bytes are at Binary under the same id. */
function fileResource(
  { id, consentId, sha256, type, at, consent, ...kept }: StoredFile,
  address: string,
  {
    name,
    ...own
  }: { name: string; description: string; type: object; contained?: object[]; author?: object[] },
): object {
  const content = consent.content!
  const { contained = [], author = [], ...told } = own
  return omitEmpty({
    resourceType: 'DocumentReference',
    id,
    meta: { lastUpdated: at.toISOString(), profile: [profiles.DocumentReference] },
    contained: [practiceResource(content.clinic), ...contained],
    masterIdentifier: { system: systems.uri, value: hashUri(sha256) },
    identifier: [{ system: `${fhirBaseUrl(address)}/Id/document`, value: id }],
    // None takes another's place: a better scan stands beside the first.
    status: 'current',
    docStatus: 'final',
    subject: { ...patientReference(consent), display: content.patient.name },
    date: at.toISOString(),
    author,
    custodian: { reference: '#practice', display: content.clinic.name },
    ...told,
    content: [
      {
        attachment: omitEmpty({
          extension: [
            {
              url: `${fhirBaseUrl(address)}/StructureDefinition/attachment-sha256`,
              valueUri: hashUri(sha256),
            },
          ],
          contentType: type,
          language: 'en-GB',
          url: `${fhirBaseUrl(address)}/Binary/${id}`,
          size: 'bytes' in kept ? kept.bytes : undefined,
          title: name,
          creation: 'takenOn' in kept ? (kept.takenOn ?? undefined) : at.toISOString(),
        }),
      },
    ],
    context: { related: [{ reference: `Consent/${consentId}` }] },
  })
}

/** A file of the scan of a paper that was signed by hand. */
export function scanResource(scan: FoundScan, address: string): object {
  const { number, position, reason, takenBy, consent } = scan
  const which = `${consent.content!.title}, scan ${number} of the paper signed by hand, file ${position}`
  return fileResource(scan, address, {
    name: scanDownloadName(scan),
    description: reason ? `${which}. Scanned again: ${reason}` : which,
    type: consentDocument,
    contained: [{ resourceType: 'Practitioner', id: 'taken-by', name: [{ text: takenBy }] }],
    author: [{ reference: '#taken-by', display: takenBy }],
  })
}

const pictureKindWords = { xray: 'X-ray', photo: 'Photograph' } as const

/** An X-ray or photograph that the patient was shown, and what was marked on it: the picture itself bears no marks. */
export function pictureResource(picture: FoundPicture, address: string): object {
  const { kind, caption, alt, marks } = picture
  const marked = marks.map(({ tooth, note }) =>
    [tooth && (findTooth(tooth)?.name ?? tooth), note].filter(Boolean).join(': '),
  )
  const told = [caption, alt, ...marked.filter(Boolean).map((words) => `Marked: ${words}`)]
  return fileResource(picture, address, {
    name: pictureName(picture),
    description: told.filter(Boolean).join('. '),
    type: { text: pictureKindWords[kind] },
  })
}
