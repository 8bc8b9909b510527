import type { LibraryTemplate } from '../../../build/content/types.d.ts'
import { contract } from '../../../contract/index.ts'
import type { LibraryUpdate } from '../../../contract/setup-library.ts'
import { handle, type SetupScope } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import {
  importLibraryTexts,
  readLibraryTexts,
  libraryVersionContent,
  type LibraryText,
  type VersionContent,
} from '../templates/index.ts'
import { importLibraryTranslations, shippedTranslations } from '../translations/index.ts'
import { saveSetting, readSetting } from './setup-store.ts'

export type LibraryDeps = {
  runPlatformJob: RunPlatformJob
  library: readonly LibraryTemplate[]
}
type TokenConsumer = { consumeToken(scope: SetupScope): Promise<boolean> }

const librarySetting = 'library'

/** How a template that is shipped stands beside what is here. */
function libraryEntryOf(
  { id, hash, name, treatmentType, version }: LibraryTemplate,
  here: LibraryText | undefined,
) {
  const isPending = !here?.hashes.includes(hash)
  const state = !here ? 'new' : here.isEdited ? 'edited' : isPending ? 'changed' : 'unchanged'
  const labels = { present: here?.label ?? null, shipped: version }
  return { libraryId: id, name, treatmentType, state, isPending, ...labels } as const
}

const wordingOf = ({ heading, wording }: VersionContent, label: string) => ({
  label,
  ...heading,
  ...wording,
  risks: wording.risks.map((risk) => ({ ...risk, figure: risk.figure ?? null })),
  pictures: wording.pictures ?? [],
})

/** New wording of the shipped library, as `contract/setup-library.ts` declares it. */
export function libraryHandlers({ runPlatformJob, library, consumeToken }: LibraryDeps & TokenConsumer) {
  const shippedAs = new Map(library.map((entry) => [entry.id, entry]))
  return {
    read: handle(contract.setupLibrary.read, async () => {
      const { here, kept } = await runPlatformJob(async (scope) => ({
        here: await readLibraryTexts(scope.tx),
        kept: await readSetting(scope, librarySetting),
      }))
      const entries = library.map((entry) => libraryEntryOf(entry, here.get(entry.id)))
      return { answer: { entries, last: kept ? (kept.facts as LibraryUpdate) : null } }
    }),

    compare: handle(contract.setupLibrary.compare, async (_scope, { libraryId }) => {
      const shipped = shippedAs.get(libraryId)
      if (!shipped) return refuse('template-not-found')
      const here = (await runPlatformJob((scope) => readLibraryTexts(scope.tx))).get(libraryId)
      return {
        answer: {
          entry: libraryEntryOf(shipped, here),
          present: here ? wordingOf(here.content, here.label) : null,
          shipped: wordingOf(libraryVersionContent(shipped), shipped.version),
        },
      }
    }),

    apply: handle(contract.setupLibrary.apply, async (scope, { libraryIds }) => {
      const chosen = new Set(libraryIds)
      const here = await runPlatformJob(({ tx }) => readLibraryTexts(tx))
      const pending = library.filter(
        (entry) => chosen.has(entry.id) && libraryEntryOf(entry, here.get(entry.id)).isPending,
      )
      if (pending.length === 0) return refuse('nothing-to-change')
      if (!(await consumeToken(scope))) return refuse('token-spent')
      const by = 'name' in scope.actor ? scope.actor.name : 'the set-up token'
      const answer = await runPlatformJob(async (job) => {
        const done = await importLibraryTexts(job.tx, pending, job.now)
        await importLibraryTranslations(job.tx, { library: pending, ...shippedTranslations }, job.now)
        const update: LibraryUpdate = { at: job.now.toISOString(), by, ...done }
        await saveSetting(job, librarySetting, { facts: update, by })
        return update
      })
      const { added, changed, offered } = answer
      return { answer, details: { added, changed, offered, templates: pending.map(({ id }) => id) } }
    }),
  }
}
