import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import outdatedSources from '../../../build/content/outdated-sources.json' with { type: 'json' }
import type { LibraryOutdatedSource } from '../../../build/content/types.d.ts'
import { contract, files } from '../../../contract/index.ts'
import { csv_columns_max } from '../../../contract/limits.ts'
import { readCsv } from '../../platform/csv/csv-reader.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { handle, handleFile, type FileResponse } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { TypesettingError, type Typesetter } from '../../platform/pdf/typesetter.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import {
  findCurrentTemplate,
  insertReview,
  lockOwnTemplate,
  setReviewDue,
  type CurrentTemplate,
  type NewReview,
} from '../templates/index.ts'
import { buildAnswerSheet, isAboutVersion, judgeAnswerSheet, readAnswerSheet } from './answer-sheet.ts'
import {
  listLibrarySignatures,
  listReviewedTemplates,
  listReviews,
  listReviewsOf,
} from './clinical-review-store.ts'
import { reviewPageOf } from './clinical-review-view.ts'
import { reviewItemsOf } from './review-items.ts'
import { countByFilter, nextReviewDue, reviewRowOf, selectRows } from './clinical-review-rules.ts'
import { renderReviewerPack } from './reviewer-pack.ts'

const { clinicalReviews } = contract

/** What the content says of its sources; none while all of them stand. */
const outdated = outdatedSources as readonly LibraryOutdatedSource[]

/** Where the platform's own days are told. */
const todayOf = ({ now }: AdminScope): string => dayAt(now, 'Europe/London')
const aroundOf = (scope: AdminScope) => ({ today: todayOf(scope), outdatedSources: outdated })

const pageOf = async (scope: AdminScope, current: CurrentTemplate) =>
  reviewPageOf(current, await listReviewsOf(scope, current.template.id), aroundOf(scope))

/** Adds a review, and moves on by when the next is due once the version is signed; answers the page as it is then. */
async function recordReview(scope: AdminScope, current: CurrentTemplate, review: NewReview) {
  await insertReview(scope, review)
  const page = await pageOf(scope, current)
  if (page.state !== 'signed') return page
  await setReviewDue(scope, current.template.id, nextReviewDue(review.reviewedOn, current.template.reviewDue))
  return pageOf(scope, (await findCurrentTemplate(scope, current.template.id))!)
}

const reviewOf = ({ template, version }: CurrentTemplate) => ({
  ...{ templateId: template.id, versionId: version.id, hash: version.hash },
})

/** Who reviewed which text: the remarks stay in the record itself. */
const auditDetailsOf = ({ template, version }: CurrentTemplate, review: NewReview) => ({
  subject: template.id,
  details: {
    ...{ name: template.name, version: version.label, hash: version.hash },
    ...{ reviewer: review.reviewerName, gdcNumber: review.gdcNumber, reviewedOn: review.reviewedOn },
    disagreements: review.answers.filter(({ agrees }) => !agrees).length,
  },
})

/** Whether the newest review of this reviewer says the same already. */
async function isRecorded(scope: AdminScope, review: NewReview): Promise<boolean> {
  const newest = (await listReviewsOf(scope, review.templateId)).find(
    ({ hash, gdcNumber }) => hash === review.hash && gdcNumber === review.gdcNumber,
  )
  return (
    newest !== undefined &&
    newest.reviewerName === review.reviewerName &&
    newest.reviewedOn === review.reviewedOn &&
    newest.remarks === review.remarks &&
    isDeepStrictEqual(newest.answers, review.answers)
  )
}

/** The operations of `contract/clinical-reviews.ts`. */
export const clinicalReviewHandlers = {
  list: handle(clinicalReviews.list, async (scope, { page, pageSize, ...query }) => {
    const [templates, reviews] = [await listReviewedTemplates(scope), await listReviews(scope)]
    const byTemplate = Map.groupBy(reviews, ({ templateId }) => templateId)
    const all = templates.map((template) =>
      reviewRowOf(template, byTemplate.get(template.templateId) ?? [], aroundOf(scope)),
    )
    const matching = selectRows(all, query)
    const { limit, offset } = sliceOf({ page, pageSize })
    const byName = selectRows(all, { search: '', show: 'outdated-source', sort: 'name' })
    return {
      answer: {
        ...{ rows: matching.slice(offset, offset + limit), total: matching.length, page, pageSize },
        counts: countByFilter(all),
        outdatedSources: outdated.map((source) => ({
          ...source,
          templates: byName
            .filter((row) => row.outdatedSources.some(({ reference }) => reference === source.reference))
            .map(({ templateId, name }) => ({ templateId, name })),
        })),
      },
    }
  }),

  get: handle(clinicalReviews.get, async (scope, { templateId }) => {
    const current = await findCurrentTemplate(scope, templateId)
    return current ? { answer: await pageOf(scope, current) } : refuse('not-found')
  }),

  sign: handle(clinicalReviews.sign, async (scope, { templateId, versionId, ...signed }) => {
    const current = await lockOwnTemplate(scope, templateId)
    if (typeof current === 'string') return refuse('not-found')
    if (current.version.id !== versionId) return refuse('version-other')
    if (signed.reviewedOn > todayOf(scope)) return refuse('date-in-future')
    const before = await pageOf(scope, current)
    if (before.state === 'disputed') return refuse('claims-disputed')
    const review = { ...reviewOf(current), ...signed, answers: [] }
    if (await isRecorded(scope, review)) return { answer: before, as: 'nothing' }
    return { answer: await recordReview(scope, current, review), ...auditDetailsOf(current, review) }
  }),

  importAnswers: handle(clinicalReviews.importAnswers, async (scope, { content, templateId }) => {
    const table = await readCsv(Buffer.from(content, 'base64'), sheetLimits)
    if ('fault' in table) return refuse(table.fault, { row: table.row })
    const sheet = readAnswerSheet(table)
    if (!sheet) return refuse('not-an-answer-sheet')
    const named = sheet.facts.template
    const current = uuid.test(named) ? await lockOwnTemplate(scope, named) : 'not-found'
    if (typeof current === 'string') return refuse('template-unknown')
    const { name } = current.template
    if (templateId !== undefined && templateId !== current.template.id)
      return refuse('template-other', { name })
    const { label: version, hash, wording } = current.version
    if (!isAboutVersion(sheet, { version, hash })) return refuse('version-other', { name, version })
    const judged = judgeAnswerSheet(sheet, reviewItemsOf(wording, outdated), todayOf(scope))
    if ('wrong' in judged) return refuse(judged.wrong, judged.items ? { items: judged.items } : {})
    const review = { ...reviewOf(current), ...judged }
    if (await isRecorded(scope, review)) return { answer: await pageOf(scope, current), as: 'nothing' }
    return { answer: await recordReview(scope, current, review), ...auditDetailsOf(current, review) }
  }),
}

/** A pack has some dozens of items; a sheet may have been added to. */
const sheetLimits = { rowsMax: 500, columnsMax: csv_columns_max }
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

function fileResponse(bytes: Buffer, { type, name }: { type: string; name: string }): FileResponse {
  const open = () => Promise.resolve({ stream: Readable.from(bytes), bytes: bytes.length })
  return { open, type, name, etag: createHash('sha256').update(bytes).digest('hex'), isAttachment: true }
}

/** Its files. The typesetter is not the one that draws records: no signature waits for a pack. */
export const clinicalReviewFileHandlers = (typesetter: Typesetter) => [
  handleFile(files.clinicalReviews.signed, async (scope) => {
    const bytes = Buffer.from(signaturesFile(await listLibrarySignatures(scope)))
    return {
      answer: fileResponse(bytes, { type: 'application/yaml; charset=utf-8', name: 'clinical-reviews.yaml' }),
    }
  }),
  handleFile(files.clinicalReviews.pack, async (scope, { templateId, format }) => {
    const current = await findCurrentTemplate(scope, templateId)
    if (!current) return refuse('not-found')
    const { template, version } = current
    const about = { templateId, name: template.name, version: version.label, hash: version.hash }
    const items = reviewItemsOf(version.wording, outdated)
    const begin = `${slugOf(template.name)}-${version.label}`
    if (format === 'csv') {
      const file = { type: 'text/csv; charset=utf-8', name: `${begin}-answers.csv` }
      return { answer: fileResponse(buildAnswerSheet(about, items), file) }
    }
    try {
      const pdf = await renderReviewerPack(
        typesetter,
        { ...about, wording: version.wording, items },
        scope.now,
      )
      const file = { type: 'application/pdf', name: `${begin}-review.pdf` }
      return { answer: fileResponse(Buffer.from(pdf), file) }
    } catch (error) {
      if (error instanceof TypesettingError) return refuse('cannot-draw')
      throw error
    }
  }),
]

/** A list of YAML; every value is quoted as JSON quotes it, which YAML reads the same. */
const signaturesFile = (signatures: readonly Record<string, string | null>[]): string =>
  signatures.length === 0
    ? '[]\n'
    : signatures
        .map((signature) =>
          Object.entries(signature)
            .map(([name, value], index) => `${index === 0 ? '- ' : '  '}${name}: ${JSON.stringify(value)}\n`)
            .join(''),
        )
        .join('')

/** A template's name as a file's. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'template'
