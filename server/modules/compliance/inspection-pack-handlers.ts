import { inspectionPackFiles, inspectionPacks } from '../../../contract/inspection-packs.ts'
import { record_release_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { Files } from '../../platform/files/files.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { todayOf } from '../clinics/index.ts'
import { spansOf } from './compliance-rules.ts'
import {
  findPack,
  insertPack,
  isPackReady,
  listPacks,
  nameOfInspectionPack,
  packView,
  updatePack,
} from './inspection-pack-store.ts'

/** The operations of `contract/inspection-packs.ts`. */
export const inspectionPackHandlers = {
  list: handle(inspectionPacks.list, async (scope) => ({
    answer: (await listPacks(scope)).map((pack) => packView(pack, scope.now)),
  })),

  make: handle(inspectionPacks.make, async (scope, asked) => {
    const spans = spansOf(asked, await todayOf(scope))
    if (!spans) return refuse('wrong-period')
    const pack = await insertPack(scope, spans.at(-1)!)
    if (!pack) return refuse('already-preparing')
    scope.enqueue('compliance.make-pack', { clinicId: scope.clinicId, packId: pack.id })
    return { answer: packView(pack, scope.now), subject: pack.id, details: { ...spans.at(-1)! } }
  }),

  release: handle(inspectionPacks.release, async (scope, { packId }) => {
    const pack = await findPack(scope, packId)
    if (!pack) return refuse('not-found')
    if (!isPackReady(pack, scope.now)) return refuse('not-ready')
    const releasedUntil = new Date(scope.now.getTime() + record_release_minutes * minute_ms)
    await updatePack(scope, packId, { releasedTo: scope.staffId, releasedUntil })
    return { answer: { url: `/api/clinic/inspection-packs/${packId}/file` }, subject: packId }
  }),
}

/** Packs as files, for whoever proved a moment ago who they are. */
export const inspectionPackFileHandler = (files: Files) =>
  handleFile(inspectionPackFiles.download, async (scope, { packId }) => {
    const pack = await findPack(scope, packId)
    if (!pack) return refuse('not-found')
    const isReleased =
      pack.releasedTo === scope.staffId && pack.releasedUntil !== null && pack.releasedUntil > scope.now
    if (!isReleased || !isPackReady(pack, scope.now)) return refuse('not-released')
    const open = async () => {
      const found = await files.read(nameOfInspectionPack(pack.sha256!))
      if (!found) throw new Error('An inspection pack is missing from the file store')
      return found
    }
    const name = `inspection-${pack.fromDay}-${pack.toDay}.zip`
    return {
      answer: { open, type: 'application/zip', name, etag: pack.sha256! },
      subject: packId,
      details: { sha256: pack.sha256 },
    }
  })
