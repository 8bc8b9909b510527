import { useState } from 'react'
import type { Api } from '../../api.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { readChosen, type ChosenFiles } from './chosen-files.ts'
import { rowsWith, type ImportRow } from './import-report.ts'

export type TemplateFileOperations = Api['templateFiles']
export type Existing = 'new version' | 'keep'
/** A report with the files that it is about. */
export type Report = { chosen: ChosenFiles; rows: ImportRow[]; isTrial: boolean }

/** Files that are chosen, first only tried, then imported. */
export function useTemplateImport({ import: send }: TemplateFileOperations) {
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()
  const [report, setReport] = useState<Report | null>(null)
  const [existing, setExisting] = useState<Existing>('new version')

  async function requestReport(chosen: ChosenFiles, meeting: Existing, isTrial: boolean): Promise<void> {
    const input = { files: chosen.files, existing: meeting, isTrial }
    const none = { rows: [], counts: {} as never, isTrial }
    const answer =
      chosen.files.length === 0 ? none : await send(input, { context: { idempotencyKey: keyOf(input) } })
    setReport({ chosen, rows: rowsWith(answer, chosen), isTrial })
  }
  return {
    busy,
    problem,
    report,
    existing,
    choose: (files: File[]) =>
      run(async () => {
        setReport(null)
        await requestReport(await readChosen(files), existing, true)
      }),
    meet(meeting: Existing) {
      setExisting(meeting)
      return report ? run(() => requestReport(report.chosen, meeting, true)) : Promise.resolve(false)
    },
    importNow: () =>
      report ? run(() => requestReport(report.chosen, existing, false)) : Promise.resolve(false),
    beginAgain: () => setReport(null),
  }
}
