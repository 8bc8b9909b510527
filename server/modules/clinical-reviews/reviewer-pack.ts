import { fileURLToPath } from 'node:url'
import { textConditions } from '../../../contract/conditional-wording.ts'
import { parseRichText } from '../../platform/pdf/rich-text-blocks.ts'
import type { Typesetter } from '../../platform/pdf/typesetter.ts'
import { annotateLanguage } from '../documents/index.ts'
import type { Wording } from '../templates/index.ts'
import type { ReviewedVersion } from './answer-sheet.ts'
import type { ReviewItem } from './review-items.ts'

const main = fileURLToPath(new URL('./reviewer-pack.typ', import.meta.url))

type ReviewerPack = ReviewedVersion & {
  wording: Pick<Wording, 'sections' | 'cautions' | 'questions'>
  items: readonly ReviewItem[]
}

/** What the Typst file prints: words in braces, which are filled in for each patient, stand in brackets. */
function describePack({ templateId: _id, wording, items, ...version }: ReviewerPack, now: Date) {
  const conditionLabels = new Map(textConditions.map(({ name, label }) => [name, `${label}:`]))
  const bracketed = (html: string) =>
    html.replaceAll(
      /\{\{\s*([^{}]+?)\s*\}\}/g,
      (_whole, name: string) => `[${conditionLabels.get(name) ?? name}]`,
    )
  const ofKind = (kind: ReviewItem['kind']) => items.filter((item) => item.kind === kind)
  return {
    ...version,
    day: now.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }),
    risks: ofKind('risk'),
    claims: ofKind('claim'),
    statements: ofKind('statement'),
    cautions: wording.cautions,
    questions: wording.questions.map(({ question, answers, explanation }) => ({
      ...{ question, explanation },
      right: answers.flatMap(({ text, right }) => (right ? [text] : [])).join('; '),
    })),
    sections: wording.sections.map(({ title, content }) => ({
      title,
      blocks: annotateLanguage(parseRichText(bracketed(content)), ''),
    })),
  }
}

/** Draws the document that a reviewer reads and ticks; the answers come back in the sheet beside it. */
export const renderReviewerPack = (
  typesetter: Typesetter,
  pack: ReviewerPack,
  now: Date,
): Promise<Uint8Array> => typesetter.render({ main, data: describePack(pack, now), createdAt: now })
