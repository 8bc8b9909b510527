import { useEffect, useState } from 'react'
import type { DraftFinding } from '../../../wording/draft-lint.ts'
import type { SectionReadability } from '../../../wording/reading-checks.ts'
import { whenIdle } from '../../ui/plain/when-idle.ts'
import type { TemplateDraft } from './template-editor-rules.ts'

export type WordingCheckResult = {
  findings: readonly DraftFinding[]
  readings: ReadonlyMap<string, SectionReadability>
}

const debounce_ms = 600
const debounce_ms_max = 2_000

/** What the writing guide finds in a draft whenever somebody rests; null until it has been looked at once. */
export function useWordingChecks(draft: TemplateDraft): WordingCheckResult | null {
  const [checked, setChecked] = useState<WordingCheckResult | null>(null)
  useEffect(() => {
    let isActive = true
    const checkDraft = async () => {
      const found = await runWordingChecks(draft)
      if (isActive) setChecked(found)
    }
    const timer = setTimeout(
      () => whenIdle(() => isActive && void checkDraft().catch(console.error), debounce_ms_max),
      debounce_ms,
    )
    return () => {
      isActive = false
      clearTimeout(timer)
    }
  }, [draft])
  return checked
}

/** The checks are large, so they come when there is something to check. */
async function runWordingChecks(draft: TemplateDraft): Promise<WordingCheckResult> {
  const [{ lintDraft }, { measureSection }] = await Promise.all([
    import('../../../wording/draft-lint.ts'),
    import('../../../wording/reading-checks.ts'),
  ])
  const sections = draft.sections.map(({ title, content }) => ({ title: title.trim(), html: content }))
  return {
    findings: lintDraft({ ...draft, sections }),
    readings: new Map(sections.map(({ title, html }) => [title, measureSection(html)])),
  }
}

/** What is found in one section, by its title. */
export const findingsIn = (checked: WordingCheckResult | null, title: string): readonly DraftFinding[] =>
  checked?.findings.filter(({ section }) => section === title.trim()) ?? []

/** What is found in no section that is there. */
export const unplacedFindings = (
  checked: WordingCheckResult | null,
  { sections }: TemplateDraft,
): readonly DraftFinding[] =>
  checked?.findings.filter(
    ({ section }) => section === '' || !sections.some(({ title }) => title.trim() === section),
  ) ?? []
