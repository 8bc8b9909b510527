import { useEffect, useState } from 'react'
import type { DraftFinding } from '../../../wording/draft-lint.ts'
import type { SectionReading } from '../../../wording/reading-checks.ts'
import type { TemplateDraft } from './template-editor-rules.ts'

export type Checked = {
  findings: readonly DraftFinding[]
  readings: ReadonlyMap<string, SectionReading>
}

const rest_ms = 600
const latest_ms = 2_000

/** Safari has no idle time to offer. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: latest_ms }) : setTimeout(work)

/** What the writing guide finds in a draft whenever somebody rests; null until it has been looked at once. */
export function useWordingChecks(draft: TemplateDraft): Checked | null {
  const [checked, setChecked] = useState<Checked | null>(null)
  useEffect(() => {
    let wanted = true
    const look = async () => {
      const found = await check(draft)
      if (wanted) setChecked(found)
    }
    const timer = setTimeout(() => whenIdle(() => wanted && void look().catch(console.error)), rest_ms)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [draft])
  return checked
}

/** The checks are large, so they come when there is something to check. */
async function check(draft: TemplateDraft): Promise<Checked> {
  const [{ lintDraft }, { readingOf }] = await Promise.all([
    import('../../../wording/draft-lint.ts'),
    import('../../../wording/reading-checks.ts'),
  ])
  const sections = draft.sections.map(({ title, content }) => ({ title: title.trim(), html: content }))
  return {
    findings: lintDraft({ ...draft, sections }),
    readings: new Map(sections.map(({ title, html }) => [title, readingOf(html)])),
  }
}

/** What is found in one section, by its title. */
export const findingsIn = (checked: Checked | null, title: string): readonly DraftFinding[] =>
  checked?.findings.filter(({ section }) => section === title.trim()) ?? []

/** What is found in no section that is there. */
export const findingsElsewhere = (
  checked: Checked | null,
  { sections }: TemplateDraft,
): readonly DraftFinding[] =>
  checked?.findings.filter(
    ({ section }) => section === '' || !sections.some(({ title }) => title.trim() === section),
  ) ?? []
