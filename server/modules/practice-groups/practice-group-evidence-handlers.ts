import type { GroupEvidence } from '../../../contract/group-evidence.ts'
import { contract, files as fileContract } from '../../../contract/index.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { groupUseIn } from '../templates/index.ts'
import { endedQuarters } from './practice-group-evidence-rules.ts'
import {
  findReport,
  insertReport,
  listReports,
  nameOfGroupReport,
  reportView,
} from './practice-group-evidence-store.ts'
import { findOwnGroup, listPracticesOfGroup } from './practice-group-store.ts'

async function evidenceOf(scope: GroupScope): Promise<GroupEvidence> {
  const { name: group } = await findOwnGroup(scope)
  return {
    ...{ group, role: scope.role, quarters: endedQuarters(scope.now) },
    reports: (await listReports(scope)).map(reportView),
    figures: groupUseIn(await listPracticesOfGroup(scope, 'figures')),
    policies: groupUseIn(await listPracticesOfGroup(scope, 'policies')),
  }
}

/** The operations of `contract/group-evidence.ts`. */
export const groupEvidenceHandlers = {
  list: handle(contract.groupEvidence.list, async (scope) => ({ answer: await evidenceOf(scope) })),

  make: handle(contract.groupEvidence.make, async (scope, { from }) => {
    const quarter = endedQuarters(scope.now).find((each) => each.from === from)
    if (!quarter) return refuse('wrong-quarter')
    const { figures, policies } = await evidenceOf(scope)
    if (figures.agreed === 0 && policies.agreed === 0) return refuse('nobody-agreed')
    const report = await insertReport(scope, quarter)
    if (!report) return refuse('already-preparing')
    const { groupId } = scope
    scope.enqueue('practice-groups.make-evidence', { groupId, reportId: report.id })
    const details = { reportId: report.id, ...quarter }
    return { answer: await evidenceOf(scope), subject: groupId, details }
  }),
}

/** Reports as files: to nobody but the group that made them. */
export const groupEvidenceFileHandlers = (files: Files) => [
  handleFile(fileContract.groupEvidence.report, async (scope, { reportId }) => {
    const report = await findReport(scope, reportId)
    if (!report) return refuse('not-found')
    const { sha256, fromDay, toDay } = report
    if (report.status !== 'ready' || sha256 === null) return refuse('not-ready')
    const open = async () => {
      const found = await files.read(nameOfGroupReport(sha256))
      if (!found) throw new Error('A report of a group is missing from the file store')
      return found
    }
    const name = `group-evidence-${fromDay}-${toDay}.pdf`
    return {
      answer: { open, type: 'application/pdf', name, etag: sha256 },
      subject: scope.groupId,
      details: { reportId, sha256 },
    }
  }),
]
