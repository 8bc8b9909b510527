import { fileURLToPath } from 'node:url'
import { contract } from '../../../contract/index.ts'
import { riskFigureOf } from '../../../contract/risk-figures.ts'
import { detectLanguage } from '../../../contract/language-detection.ts'
import type { Clock } from '../../platform/clock.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { TypesettingError, type Typesetter } from '../../platform/pdf/typesetter.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import { placePictures } from '../templates/index.ts'
import { describeSection, plainTextOf } from './document-rendering.ts'
import { describePictures } from './section-pictures.ts'

const main = fileURLToPath(new URL('./template-preview.typ', import.meta.url))

type Assets = Record<string, Uint8Array>

type PreviewedTemplate = {
  name?: string | null | undefined
  treatmentType?: string | null | undefined
  treatmentSubtype?: string | null | undefined
  sections: readonly { title: string; content: string }[]
  risks?: readonly { label: string; source: string }[] | undefined
  pictures?: readonly string[] | undefined
}

/** What the Typst file prints of a template as it is being written, and the files it draws. */
function describePreview({ name, treatmentType, treatmentSubtype, sections, ...given }: PreviewedTemplate) {
  const text = {
    sections,
    risks: (given.risks ?? []).map((risk) => ({ ...risk, figure: riskFigureOf(risk) })),
    pictures: placePictures(sections, given.pictures),
  }
  const drawn = sections.map((_, at) => describePictures(text, at))
  const cleaned = sections.map(({ title, content }) => ({
    title: title || 'Untitled',
    html: sanitiseRichText(content),
  }))
  const whole = plainTextOf(cleaned)
  const title = name || 'Untitled template'
  const data = {
    title,
    writing: detectLanguage(title, whole).lang,
    treatment: treatmentSubtype || treatmentType || 'Not chosen yet',
    sections: cleaned.map((section, at) => describeSection(section, drawn[at]!, whole)),
  }
  return { data, assets: Object.assign({}, ...drawn.map(({ assets }) => assets)) as Assets }
}

/** So many previews wait for the one that is drawn; whoever asks next is told to try again. */
const preview_queue_max = 8

/**
 * Draws templates while they are written. The typesetter is not the one that draws records: however many previews are
 * asked for, no signature waits for its seal.
 */
export function previewHandlers({ typesetter, clock }: { typesetter: Typesetter; clock: Clock }) {
  let waiting = 0
  return {
    previewTemplate: handle(contract.documents.previewTemplate, async (_scope, template) => {
      if (waiting > preview_queue_max) return refuse('cannot-draw')
      waiting += 1
      try {
        const drawing = { main, ...describePreview(template), createdAt: clock.now() }
        const pdf = await typesetter.render(drawing)
        return { answer: { pdf: Buffer.from(pdf).toString('base64') } }
      } catch (error) {
        if (error instanceof TypesettingError) return refuse('cannot-draw')
        throw error
      } finally {
        waiting -= 1
      }
    }),
  }
}
