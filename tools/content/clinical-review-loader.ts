import { z } from 'zod'
import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import type { LibraryClinicalReview, LibraryTemplate } from './library-types.ts'

const line = z.string().trim().min(1)

/** `content/clinical-reviews.yaml`: who signed which text of the library. */
const ClinicalReviews = z.array(
  z.strictObject({
    template: line,
    version: line,
    hash: z.string().regex(/^[\da-f]{64}$/, 'must be the SHA-256 of the text'),
    reviewerName: line,
    gdcNumber: z.string().regex(/^\d{5,7}$/, 'must be a quoted GDC number of 5 to 7 digits'),
    reviewedOn: z.iso.date(),
    remarks: z.string().default(''),
  }),
)

/** Reads the signatures; each is of a template that there is, and stands once. An earlier text of it may be gone. */
export function loadClinicalReviews(
  file: ContentFile,
  library: readonly Pick<LibraryTemplate, 'id'>[],
  problems: Problem[],
): LibraryClinicalReview[] {
  const report = reporter(file, problems)
  const reviews = parseYaml(file.text, ClinicalReviews, report) ?? []
  const known = new Set(library.map(({ id }) => id))
  const seen = new Set<string>()
  for (const { template, hash, gdcNumber } of reviews) {
    if (!known.has(template)) report(0, `no template "${template}"`)
    const key = `${template} ${hash} ${gdcNumber}`
    if (seen.has(key)) report(0, `${gdcNumber} signs the same text of "${template}" twice`)
    seen.add(key)
  }
  return reviews
}

/** The newest signature of a template's text as it ships; undefined while it is awaiting clinical review. */
export const signatureOf = (
  { id, hash }: Pick<LibraryTemplate, 'id' | 'hash'>,
  reviews: readonly LibraryClinicalReview[],
): LibraryClinicalReview | undefined =>
  reviews
    .filter((review) => review.template === id && review.hash === hash)
    .toSorted((one, other) => (one.reviewedOn < other.reviewedOn ? 1 : -1))[0]
