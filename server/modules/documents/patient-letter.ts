import qrcode from 'qrcode'
import { fileURLToPath } from 'node:url'
import texts from '../../../build/content/messages.json' with { type: 'json' }
import { contract } from '../../../contract/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { TypesettingError, type Typesetter } from '../../platform/pdf/typesetter.ts'
import { clinicContactOf, timeZoneOf } from '../clinics/index.ts'
import { actionRules, lockConsent, type ConsentRecord } from '../consents/index.ts'
import { dayText, fillTemplate } from '../messages/index.ts'
import { findPatient, patientName, contactDetailsOf } from '../patients/index.ts'
import { createLetterLink } from '../signing/index.ts'

const main = fileURLToPath(new URL('./patient-letter.typ', import.meta.url))

type Addressee = Parameters<typeof patientName>[0] & { address: string }
type Letter = { addressee: Addressee; url: string; expiresAt: Date }

/** The lines of an address as they were typed, however they were parted. */
const linesOf = (address: string): string[] =>
  address
    .split(/\n|,\s*/)
    .map((line) => line.trim())
    .filter(Boolean)

/** What the Typst file prints. The words are the same for everybody and name no treatment; who, is on the envelope too. */
async function describeLetter(scope: ClinicScope, { addressee, url, expiresAt }: Letter) {
  const [practice, timeZone] = [await clinicContactOf(scope), await timeZoneOf(scope)]
  const { subject, text } = texts.en.letter
  const filled = fillTemplate(text, {
    practiceName: practice.name,
    practicePhone: practice.phone,
    expires: dayText('en', expiresAt, timeZone),
  })
  const qr = await qrcode.toString(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return {
    data: {
      practice: { name: practice.name, lines: linesOf(practice.address), phone: practice.phone },
      addressee: [patientName(addressee), ...linesOf(addressee.address)],
      day: dayText('en', scope.now, timeZone),
      subject,
      paragraphs: filled.split('\n\n'),
      url,
    },
    assets: { 'letter-qr.svg': new TextEncoder().encode(qr) },
  }
}

type LetterDeps = { typesetter: Typesetter; address: string }

/** Draws letters to patients. The link is made with the drawing, so that none is left of a letter that nobody got. */
export function letterHandlers({ typesetter, address }: LetterDeps) {
  async function print(scope: ClinicScope, consent: ConsentRecord, addressee: Addressee) {
    const { token, linkId, expiresAt } = await createLetterLink(scope, consent)
    const url = `${address}/sign-consent/${token}`
    const letter = await describeLetter(scope, { addressee, url, expiresAt })
    const pdf = await typesetter.render({ main, ...letter, createdAt: scope.now })
    return { pdf: Buffer.from(pdf).toString('base64'), linkId }
  }

  return {
    printLetter: handle(contract.documents.printLetter, async (scope, { consentId }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const patient = await findPatient(scope, consent.patientId)
      if (!patient || actionRules.letter({ ...consent, now: scope.now })) return refuse('wrong-state')
      const { mayContact, agreed } = contactDetailsOf(patient, scope.now)
      if (!mayContact || !agreed.includes('post')) return refuse('not-contactable')
      if (!patient.address) return refuse('no-address')
      try {
        const { pdf, linkId } = await print(scope, consent, patient)
        return { answer: { pdf }, subject: consentId, details: { linkId } }
      } catch (error) {
        if (error instanceof TypesettingError) return refuse('cannot-draw')
        throw error
      }
    }),
  }
}
