import { fileURLToPath } from 'node:url'
import type { Typesetter } from '../../platform/pdf/typesetter.ts'

const main = fileURLToPath(new URL('./processing-document.typ', import.meta.url))

/** What a practice does with personal data, as it is printed. */
export type ProcessingDocument = {
  practice: string
  entries: { title: string; facts: { title: string; text: string }[] }[]
  services: { service: string; who: string; does: string; data: string }[]
}

/** Draws the processing record of a practice. */
export const processingDocumentRenderer =
  (typesetter: Typesetter) =>
  (document: ProcessingDocument, now: Date): Promise<Uint8Array> =>
    typesetter.render({
      main,
      data: {
        ...document,
        day: now.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }),
      },
      assets: {},
      createdAt: now,
    })
