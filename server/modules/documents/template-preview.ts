import { fileURLToPath } from 'node:url'
import { contract } from '../../../contract/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { TypesettingError, type Typesetter } from '../../platform/pdf/typesetter.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import { describeSection } from './document-drawing.ts'

const main = fileURLToPath(new URL('./template-preview.typ', import.meta.url))

type Previewed = {
  name?: string | undefined
  treatmentType?: string | undefined
  treatmentSubtype?: string | undefined
  sections: readonly { title: string; content: string }[]
}

/** What the Typst file prints of a template as it is being written. */
function describePreview({ name, treatmentType, treatmentSubtype, sections }: Previewed) {
  return {
    title: name || 'Untitled template',
    treatment: treatmentSubtype || treatmentType || 'Not chosen yet',
    sections: sections.map(({ title, content }) =>
      describeSection({ title: title || 'Untitled', html: sanitiseRichText(content) }),
    ),
  }
}

/** So many previews wait for the one that is drawn; whoever asks next is told to try again. */
const waiting_max = 8

/**
 * Draws templates while they are written. The typesetter is not the one that draws records: however many previews are
 * asked for, no signature waits for its seal.
 */
export function previewHandlers({ typesetter, clock }: { typesetter: Typesetter; clock: Clock }) {
  let waiting = 0
  return {
    previewTemplate: handle(contract.documents.previewTemplate, async (_scope, template) => {
      if (waiting > waiting_max) return refuse('cannot-draw')
      waiting += 1
      try {
        const drawing = { main, data: describePreview(template), createdAt: clock.now() }
        const pdf = await typesetter.draw(drawing)
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
