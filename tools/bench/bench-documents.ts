import pictures from '../../build/content/pictures.json' with { type: 'json' }
import library from '../../build/content/templates.json' with { type: 'json' }
import {
  documentWorkspace,
  renderConsentDocument,
  type ConsentDocument,
} from '../../server/modules/documents/document-rendering.ts'
import { shippedFonts } from '../../server/platform/pdf/font-set.ts'
import { sealPdf } from '../../server/platform/pdf/seal.ts'
import { createSealingCertificate } from '../../server/platform/pdf/sealing-certificate.ts'
import { createTypesetter } from '../../server/platform/pdf/typesetter.ts'

const template = library.find(({ name }) => name === 'Molar Root Canal') ?? library[0]!
const at = new Date('2026-06-21T13:05:33Z')
export const strokes = [
  { points: Array.from({ length: 60 }, (_none, step) => ({ x: 20 + step * 4, y: 60 + (step % 7) * 9 })) },
]
export const drawing = pictures[0]!
const sections = template.sections.map(({ title, html }) => ({ title, html }))
const statements = ['I have read this information.', 'I had the chance to ask.', 'I agree to the treatment.']

/**
 * One more record, of another patient, with the text of the same template, as a practice makes them one after the other;
 * or with every paragraph another one, so that nothing of the one before is still at hand.
 */
export const recordOf = (turn: number, isNew = false): ConsentDocument => ({
  consentId: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311',
  title: `Consent to ${template.name}, ${turn}`,
  treatment: template.name,
  diagnosis: 'Irreversible pulpitis',
  clinic: {
    name: 'Harbour Street Dental Practice',
    address: '14 Harbour Street,\nWhitby\nYO21 1DN',
    phone: '01947 496 0014',
  },
  patient: { name: `Eleanor Whitcombe ${turn}`, born: '1961-03-14', nhsNumber: '9434765919' },
  clinician: { name: 'Amara Okafor', role: 'Dentist', gdcNumber: '247891' },
  teeth: [{ fdi: '46', palmer: 'LR6', name: 'lower right first molar' }],
  sections: sections.map(({ title, html }) => ({
    title,
    html: isNew ? html.replaceAll(/<(p|li)>/g, (tag) => `${tag}${turn}: `) : html,
  })),
  pictures: [
    {
      id: 'drawing',
      title: drawing.title,
      alt: drawing.alt,
      svg: drawing.svg,
      sectionTitle: sections[0]!.title,
    },
  ],
  risks: template.risks.map(({ label, figure }) => ({ label, figure })),
  statements,
  declined: [],
  discussions: [],
  questions: [],
  attestations: [],
  reading: null,
  capacity: [],
  signature: { kind: 'drawn', name: 'Eleanor Whitcombe', role: 'Patient', at, strokes },
  events: ['Prepared', 'Sent', 'Opened', 'Signed'].map((what, place) => ({
    what,
    who: 'Amara Okafor',
    at,
    ip: '203.0.113.7',
    hash: String(place).repeat(64),
  })),
  hashes: { content: 'a3f1'.repeat(16), signature: '9b07'.repeat(16), record: 'd17a'.repeat(16) },
  template: { name: template.name, version: '1.0' },
  verification: 'A personal link, opened with the date of birth.',
  drawnAt: at,
})
/** Draws and seals these records as the product does, with a key of its own. */
export async function openSealing() {
  const key = await createSealingCertificate({ commonName: 'Candour', organisation: 'Candour', now: at })
  const typesetter = createTypesetter({ workspace: documentWorkspace, fonts: shippedFonts })
  const draw = (turn: number, isNew = false) => renderConsentDocument(typesetter, recordOf(turn, isNew))
  return {
    draw,
    sealed: async (turn: number, isNew = false) =>
      sealPdf({
        pdf: await draw(turn, isNew),
        key,
        fieldName: 'patient',
        name: 'Eleanor Whitcombe',
        reason: 'Consent',
        at,
      }),
    stop: () => typesetter.stop(),
  }
}
