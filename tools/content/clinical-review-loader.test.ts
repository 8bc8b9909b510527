import { expect, it, test } from 'vitest'
import { type Problem, problemLine } from './content-file.ts'
import { loadClinicalReviews, signatureOf } from './clinical-review-loader.ts'

const hash = 'ab12'.repeat(16)
const review = `- template: crown
  version: '1.1'
  hash: ${hash}
  reviewerName: Dr Amara Okafor
  gdcNumber: '123456'
  reviewedOn: 2026-03-14
`
function load(text: string) {
  const problems: Problem[] = []
  const reviews = loadClinicalReviews(
    { path: 'content/clinical-reviews.yaml', text },
    [{ id: 'crown' }],
    problems,
  )
  return { reviews, problems: problems.map(problemLine) }
}

it('reads who signed which text; another text of the same template is not signed', () => {
  const later = review.replace('123456', '7654321').replace('-03-', '-04-')
  const { reviews, problems } = load(review + later)
  expect(problems).toEqual([])
  expect(signatureOf({ id: 'crown', hash }, reviews)).toMatchObject({ gdcNumber: '7654321', remarks: '' })
  expect(signatureOf({ id: 'crown', hash: 'cd34'.repeat(16) }, reviews)).toBeUndefined()
  expect(signatureOf({ id: 'bridge', hash }, reviews)).toBeUndefined()
})

it('reads what the administrator portal writes', () => {
  const written = review.replaceAll(/: '?([^'\n]+)'?\n/g, ': "$1"\n') + '  remarks: "Say: \\"two\\""\n'
  expect(written).toContain('  reviewedOn: "2026-03-14"')
  const { reviews, problems } = load(written)
  expect(problems).toEqual([])
  expect(reviews).toMatchObject([{ template: 'crown', version: '1.1', hash, remarks: 'Say: "two"' }])
})

it('holds nothing while nobody has signed', () => expect(load('[]\n')).toEqual({ reviews: [], problems: [] }))

test.each([
  ['of an unknown template', review.replace('crown', 'bridge'), /no template "bridge"/],
  ['without a GDC number', review.replace(/ {2}gdcNumber.*\n/, ''), /gdcNumber/],
  ['with a GDC number of four digits', review.replace('123456', '1234'), /5 to 7 digits/],
  ['of something that is no hash', review.replace(hash, 'ab12'), /SHA-256/],
  ['on no day', review.replace('2026-03-14', '2026-02-31'), /reviewedOn/],
  ['twice', review + review, /signs the same text of "crown" twice/],
])('a review is refused %s', (_what, text, problem) => {
  expect(load(text).problems).toContainEqual(expect.stringMatching(problem))
})
