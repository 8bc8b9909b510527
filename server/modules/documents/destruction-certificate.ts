import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { momentFormat } from '../../platform/moment-format.ts'
import type { Clock } from '../../platform/clock.ts'
import { sealPdf } from '../../platform/pdf/seal.ts'
import type { Typesetter } from '../../platform/pdf/typesetter.ts'
import type { InstallationKey } from './sealing-keys.ts'

/** What a certificate says: initials and a number, and no word of health. Days are calendar dates, hashes hexadecimal. */
export type Certificate = {
  practice: string
  number: number
  record: string
  initials: string
  lastCareOn: string
  reviewOn: string
  rule: string
  reason: string
  proposed: { by: string; at: Date }
  confirmed: { by: string; at: Date }
  erasedAt: Date
  counts: Record<string, number>
  /** Consents whose chain is kept, with the hash of its last event. */
  consents: readonly { id: string; events: number; head: string }[]
  evidenceHash: string
}

export type CertificateDeps = {
  clock: Clock
  typesetter: Typesetter
  timestampAuthority: string | undefined
  sealingKey(): Promise<InstallationKey>
}

const main = fileURLToPath(new URL('./destruction-certificate.typ', import.meta.url))

const dateFormats = {
  day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  minute: momentFormat({ timeZone: 'Europe/London', timeZoneName: 'short' }),
}
const dayText = (day: string): string => dateFormats.day.format(new Date(`${day}T00:00:00Z`))
const actorAndTimeText = ({ by, at }: { by: string; at: Date }): string =>
  `${by}, ${dateFormats.minute.format(at)}`
const entriesText = (count: number): string => `${count} ${count === 1 ? 'event' : 'events'}`

/** What the Typst file prints: every date and number already in words. */
function describeCertificate(certificate: Certificate) {
  return {
    title: `Certificate of destruction ${certificate.number}`,
    practice: certificate.practice,
    lead: 'The record below was erased. Two people approved it, its retention period had ended, and no hold applied.',
    facts: [
      { label: 'Record', value: certificate.record },
      { label: 'Initials', value: certificate.initials || 'None' },
      { label: 'Last care', value: dayText(certificate.lastCareOn) },
      { label: 'Kept until at least', value: dayText(certificate.reviewOn) },
      { label: 'Rule', value: certificate.rule },
      { label: 'Reason given', value: certificate.reason },
    ],
    people: [
      { label: 'Proposed by', value: actorAndTimeText(certificate.proposed) },
      { label: 'Confirmed by', value: actorAndTimeText(certificate.confirmed) },
      { label: 'Erased', value: dateFormats.minute.format(certificate.erasedAt) },
    ],
    counts: Object.entries(certificate.counts).map(([label, value]) => ({ label, value: String(value) })),
    kept:
      'The practice’s audit log and its seals; and for each consent its number and the hashes of its event chain, ' +
      'without the content of its events. Anyone with a copy of a document can still compare it with its hash.',
    consents: certificate.consents.map(({ id, events, head }) => ({
      id: `Consent ${id}, ${entriesText(events)}, last hash:`,
      head,
    })),
    evidence: certificate.evidenceHash,
  }
}

export type SealedCertificate = { pdf: Uint8Array; sha256: string; sealingKeyId: string }

/** Draws certificates and seals them as records of consents are. */
export const destructionCertificateRenderer =
  ({ clock, typesetter, timestampAuthority, sealingKey }: CertificateDeps) =>
  async (given: Certificate): Promise<SealedCertificate> => {
    const data = describeCertificate(given)
    const drawn = await typesetter.render({ main, data, assets: {}, createdAt: given.erasedAt })
    const key = await sealingKey()
    const pdf = await sealPdf({
      pdf: drawn,
      key,
      fieldName: 'certificate',
      name: given.confirmed.by,
      reason: `Seal of the installation for the destruction of record ${given.record}, proposed by ${given.proposed.by} and confirmed by ${given.confirmed.by}`,
      location: given.practice,
      at: clock.now(),
      timestampAuthority,
    })
    return { pdf, sha256: createHash('sha256').update(pdf).digest('hex'), sealingKeyId: key.id }
  }
