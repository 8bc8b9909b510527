import type { CleanupFinding, CleanupKind } from '../../../contract/cleanup.ts'

/** What names a finding among all: the same person may be listed for two reasons. */
export const findingKey = ({ kind, id }: Pick<CleanupFinding, 'kind' | 'id'>): string => `${kind} ${id}`

/** Findings of one kind that may be tidied here. */
const selectableFindings = (findings: readonly CleanupFinding[], kind: CleanupKind): CleanupFinding[] =>
  findings.filter((finding) => finding.kind === kind && finding.kept === null)

/** The findings that are chosen and still there, in the order of the list. */
export const selectedFindings = (
  findings: readonly CleanupFinding[],
  keys: ReadonlySet<string>,
): CleanupFinding[] => findings.filter((finding) => finding.kept === null && keys.has(findingKey(finding)))

/** The choice with one finding more or less. */
export function toggleFinding(keys: ReadonlySet<string>, key: string, chosen: boolean): Set<string> {
  const changed = new Set(keys)
  if (chosen) changed.add(key)
  else changed.delete(key)
  return changed
}

/** Whether everything of a kind that may be tidied is chosen; null where there are not several to choose at once. */
export function isKindFullySelected(
  findings: readonly CleanupFinding[],
  kind: CleanupKind,
  keys: ReadonlySet<string>,
): boolean | null {
  const all = selectableFindings(findings, kind)
  return all.length < 2 ? null : all.every((finding) => keys.has(findingKey(finding)))
}

/** The choice with everything of a kind in it or out of it. */
export const toggleKind = (
  findings: readonly CleanupFinding[],
  kind: CleanupKind,
  keys: ReadonlySet<string>,
  chosen: boolean,
): Set<string> =>
  selectableFindings(findings, kind).reduce<Set<string>>(
    (now, finding) => toggleFinding(now, findingKey(finding), chosen),
    new Set(keys),
  )
