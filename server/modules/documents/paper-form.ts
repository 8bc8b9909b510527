import qrcode from 'qrcode'
import { fileURLToPath } from 'node:url'
import type { FrozenContent } from '../../../contract/consents.ts'
import { contract } from '../../../contract/index.ts'
import { detectLanguage } from '../../../contract/language-detection.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { TypesettingError, type Typesetter } from '../../platform/pdf/typesetter.ts'
import { actionRules, lockConsent, type ConsentRecord } from '../consents/index.ts'
import { documentCode } from '../paper/index.ts'
import { findPatient } from '../patients/index.ts'
import { describeText, textAssets, plainTextOf, type ConsentText } from './document-rendering.ts'
import { findLetterhead, consentTextOf } from './document-record.ts'
import { formatPlaybackTime } from './document-viewings.ts'

const main = fileURLToPath(new URL('./paper-form.typ', import.meta.url))

type Form = {
  content: FrozenContent
  contentHash: string
  text: ConsentText
  needsInterpreter: boolean
  /** Where staff come back to this consent; it opens nothing without signing in. */
  url: string
}

const titlesOf = ({ title, treatments }: FrozenContent): string[] =>
  treatments?.map((treatment) => treatment.title) ?? [title]

/** A film that nobody watches on paper: how long it is, where one elsewhere is, and what it says. */
export type PaperVideo = { part: string; length: string; address: string; transcript: string }

/** The videos of a text as its paper tells of them. Nothing printed opens one of ours: a link or the practice's screen does. */
const paperVideos = ({ sections }: Pick<FrozenContent, 'sections'>): PaperVideo[] =>
  sections.flatMap(({ title, media }, at) =>
    media
      ? {
          part: `${at + 1}, “${title}”`,
          length: media.duration ? formatPlaybackTime(Math.round(media.duration)) : '',
          address: media.videoId ? '' : media.url,
          transcript: media.transcript,
        }
      : [],
  )

/** What the Typst file prints, and its pictures: the text as the patient reads it, and what is to be filled in by hand. */
async function describePaperForm({ content, contentHash, text, needsInterpreter, url }: Form) {
  const whole = plainTextOf(text.sections)
  const qr = await qrcode.toString(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 0 })
  return {
    data: {
      ...describeText(text),
      treatments: titlesOf(content).map((title) => ({ title, writing: detectLanguage(title, whole).lang })),
      code: documentCode(contentHash),
      isLarge: content.format === 'large-print',
      // Somebody has to hear what is agreed to while treatment is under way.
      hasWitness: content.kind === 'addendum',
      hasInterpreter: needsInterpreter || (content.language ?? 'en') !== 'en',
      additional: (content.additionalConsents ?? []).map(({ question }) => ({
        question,
        writing: detectLanguage(question, whole).lang,
      })),
      isRefusal: content.kind === 'refusal',
      videos: paperVideos(content),
    },
    assets: { ...textAssets(text), 'paper-qr.svg': new TextEncoder().encode(qr) },
  }
}

type PaperFormDeps = { typesetter: Typesetter; address: string }

/** Draws fixed texts to be signed by hand. Nothing on the paper opens anything: its square leads staff back to the consent. */
export function paperFormHandlers({ typesetter, address }: PaperFormDeps) {
  async function print(scope: ClinicScope, consent: ConsentRecord): Promise<Uint8Array> {
    const patient = await findPatient(scope, consent.patientId)
    const text = consentTextOf(consent)
    const form = await describePaperForm({
      content: consent.content!,
      contentHash: consent.contentHash!,
      text: { ...text, clinic: { ...text.clinic, ...(await findLetterhead(scope)) } },
      needsInterpreter: patient!.accessNeeds.includes('interpreter'),
      url: `${address}/clinic/consents/${consent.id}`,
    })
    return typesetter.render({ main, ...form, createdAt: scope.now })
  }

  return {
    print: handle(contract.paper.print, async (scope, { consentId }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const refusal = actionRules.paper({ ...consent, now: scope.now })
      if (refusal) return refuse(refusal)
      try {
        const pdf = Buffer.from(await print(scope, consent)).toString('base64')
        return { answer: { pdf }, subject: consentId, details: { contentHash: consent.contentHash } }
      } catch (error) {
        if (error instanceof TypesettingError) return refuse('cannot-draw')
        throw error
      }
    }),
  }
}
