import { createHash } from 'node:crypto'
import {
  platformDocuments,
  type ClinicDocument,
  type PlatformDocumentText,
  type PlatformDocumentVersion,
} from '../../../contract/platform-documents.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { markdownToHtml, MarkdownError, type MarkdownRule } from '../../platform/rich-text-markdown.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import { acceptanceOf, currentOf } from './platform-document-rules.ts'
import {
  acceptancesOf,
  acceptedByClinics,
  countActiveClinics,
  findVersion,
  insertAcceptance,
  saveDraft,
  listPublished,
  listVersions,
  lockVersion,
  ownAcceptances,
  publishVersion,
  type VersionRow,
} from './platform-document-store.ts'

const faultOf: MarkdownRule = (token) => {
  if (token.type === 'html') return 'cannot show this'
  if (token.type === 'heading' && token.depth !== 3) return 'use ### for'
  return token.type === 'link' && !token.href.startsWith('https://') ? 'links must begin with https://' : null
}

/** A text as it is shown; null where it holds what it may not. */
function shownText(text: string): string | null {
  try {
    return sanitiseRichText(markdownToHtml(text, faultOf))
  } catch (error) {
    if (error instanceof MarkdownError) return null
    throw error
  }
}

function versionView(row: VersionRow): PlatformDocumentVersion {
  const { id, number, status, title, needsAcceptance, asksAgain, change, publishedBy } = row
  return {
    ...{ id, number, status, title, needsAcceptance, asksAgain, change, publishedBy },
    by: row.byName,
    at: row.at.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  }
}

const textView = (row: VersionRow): PlatformDocumentText => ({
  ...versionView(row),
  kind: row.kind,
  text: row.text,
  html: shownText(row.text) ?? '',
})

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

async function clinicDocuments(scope: ClinicScope): Promise<ClinicDocument[]> {
  const published = await listPublished(scope)
  const accepted = await ownAcceptances(scope)
  return currentOf(published).map((current) => {
    const own = accepted.filter(({ kind }) => kind === current.kind)
    const [newest] = own
    const { id: versionId, kind, number, title, change, publishedAt } = current
    return {
      ...{ versionId, kind, number, title, change },
      publishedAt: publishedAt!.toISOString(),
      acceptance: acceptanceOf(
        current,
        published,
        own.map((each) => each.number),
      ),
      accepted: newest ? { number: newest.number, by: newest.by, at: newest.at.toISOString() } : null,
    }
  })
}

/** How many documents wait to be accepted by this practice. */
export const countUnacceptedDocuments = async (scope: ClinicScope): Promise<number> =>
  (await clinicDocuments(scope)).filter(({ acceptance }) => acceptance === 'waiting').length

const adminHandlers = {
  listForAdmin: handle(platformDocuments.listForAdmin, async (scope) => {
    const rows = await listVersions(scope)
    const published = rows.filter(({ status }) => status === 'published')
    const accepted = Map.groupBy(await acceptedByClinics(scope), ({ clinicId }) => clinicId)
    const clinics = await countActiveClinics(scope)
    const current = currentOf(published)
    const answer = [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, versions]) => {
      const newest = current.find((version) => version.kind === kind)
      const hasAccepted = (own: { kind: string; number: number }[]) =>
        newest &&
        acceptanceOf(
          newest,
          published,
          own.filter((each) => each.kind === kind).map(({ number }) => number),
        ) === 'accepted'
      const acceptance = newest?.needsAcceptance
        ? { accepted: [...accepted.values()].filter(hasAccepted).length, clinics }
        : null
      return { kind, versions: versions.map(versionView), acceptance }
    })
    return { answer }
  }),

  getForAdmin: handle(platformDocuments.getForAdmin, async (scope, { versionId }) => {
    const row = await findVersion(scope, versionId)
    if (!row) return refuse('not-found')
    const acceptances = (await acceptancesOf(scope, versionId)).map(({ acceptance, clinicName }) => ({
      ...{ clinicName, number: row.number, by: acceptance.byName, role: acceptance.role },
      at: acceptance.at.toISOString(),
    }))
    return { answer: { version: textView(row), acceptances } }
  }),

  saveDraft: handle(platformDocuments.saveDraft, async (scope, { kind, ...draft }) => {
    if (shownText(draft.text) === null) return refuse('text-refused')
    const { row, before } = await saveDraft(scope, kind, draft)
    const details = { kind, number: row.number, title: row.title, sha256: hashOf(row.text) }
    return { answer: textView(row), subject: row.id, details, before }
  }),

  publish: handle(platformDocuments.publish, async (scope, { versionId, ...asks }) => {
    const row = await lockVersion(scope, versionId)
    if (!row) return refuse('not-found')
    if (row.status === 'published') return refuse('already-published')
    if (row.number > 1 && row.change === '') return refuse('change-needed')
    const published = await publishVersion(scope, versionId, asks)
    const details = { kind: row.kind, number: row.number, ...asks, sha256: hashOf(row.text) }
    return { answer: textView(published), subject: versionId, details }
  }),
}

const clinicHandlers = {
  list: handle(platformDocuments.list, async (scope) => ({ answer: await clinicDocuments(scope) })),

  get: handle(platformDocuments.get, async (scope, { versionId }) => {
    const row = await findVersion(scope, versionId)
    return row ? { answer: textView(row) } : refuse('not-found')
  }),

  accept: handle(platformDocuments.accept, async (scope, { versionId }) => {
    const row = await findVersion(scope, versionId)
    if (!row) return refuse('not-found')
    const current = (await clinicDocuments(scope)).find(({ kind }) => kind === row.kind)
    if (current?.versionId !== versionId) return refuse('not-current')
    if (current.acceptance === 'not-needed') return refuse('not-needed')
    await insertAcceptance(scope, versionId)
    const details = { kind: row.kind, number: row.number, sha256: hashOf(row.text) }
    return { answer: await clinicDocuments(scope), subject: versionId, details }
  }),
}

/** The operations of `contract/platform-documents.ts`. */
export const platformDocumentHandlers = { ...adminHandlers, ...clinicHandlers }
