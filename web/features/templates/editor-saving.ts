import { useState } from 'react'
import { useAlert } from '../../ui/alert-provider.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask, type Problem } from '../../ui/use-task.ts'
import type { SaveNote } from './editor-save-part.tsx'
import { draftOf, trimDraft, type TemplateDraft } from './template-editor-rules.ts'
import type { TemplateOperations } from './template-operations.ts'
import type { Template } from './template-wording-dialog.tsx'

export type EditorOperations = Pick<TemplateOperations, 'create' | 'update' | 'get' | 'version'>

/** What two people wrote, and what both grew from. */
type MergeConflict = { base: TemplateDraft; yours: TemplateDraft; theirs: Template }

/** What is saved, and on top of which version; nothing for a new template. */
export type Saving = {
  draft: TemplateDraft
  on: { templateId: string; versionId: string; takenVersionId?: string } | null
  note: SaveNote
}

type EditorSavingProps = {
  operations: EditorOperations | null
  template: Template | null
  onSaved: (template: Template) => void
}

/** What is sent of a template when it is saved. */
export const saveInputOf = (draft: TemplateDraft, template: Template | null) => {
  const { requiresTooth, requiresDiagnosis, ...texts } = trimDraft(draft)
  const isGlobal = template?.metadata.isGlobal ?? true
  return { ...texts, metadata: { requiresTooth, requiresDiagnosis, isGlobal } }
}

/** The message without its full stop: another follows it. */
const failureText = ({ message }: Problem) =>
  `Error saving template: ${message.replace(/\.$/, '')}. Please check the browser console for more details.`

/** Saves a template; tells what went wrong, and finds what another person wrote where both saved. */
export function useEditorSaving({ operations, template, onSaved }: EditorSavingProps) {
  const alert = useAlert()
  const keyOf = useIdempotencyKey()
  const { busy, run } = useTask()
  const [merging, setMerging] = useState<MergeConflict | null>(null)
  const [seriousRisk, setSeriousRisk] = useState<string>()

  function send({ draft, on, note }: Saving, by: EditorOperations): Promise<Template> {
    const input = saveInputOf(draft, template)
    return on
      ? by.update({ ...input, ...on, ...note })
      : by.create(input, { context: { idempotencyKey: keyOf(input) } })
  }
  async function findTheirs({ draft, on }: Saving, by: EditorOperations): Promise<void> {
    if (!on) return
    const { templateId, versionId } = on
    const [theirs, base] = await Promise.all([
      by.get({ templateId, text: 'newest' }),
      by.version({ templateId, versionId }),
    ])
    setMerging({ theirs, base: draftOf(base), yours: trimDraft(draft) })
  }
  async function attempt(saving: Saving, by: EditorOperations): Promise<Template | null> {
    try {
      return await send(saving, by)
    } catch (problem) {
      const { reason, message } = problem as Problem
      if (reason === 'changed-meanwhile') await findTheirs(saving, by)
      else if (reason === 'serious-risk-changed') setSeriousRisk(message)
      else throw problem
      return null
    }
  }

  async function save(saving: Saving): Promise<void> {
    if (!operations) return
    setSeriousRisk(undefined)
    const outcome: { saved?: Template | null; failure?: Problem } = {}
    await run(async () => {
      try {
        outcome.saved = await attempt(saving, operations)
      } catch (problem) {
        console.error(problem)
        outcome.failure = problem as Problem
      }
    })
    if (outcome.saved) onSaved(outcome.saved)
    if (outcome.failure) await alert(failureText(outcome.failure))
  }
  return {
    save,
    busy,
    merging,
    closeMerging: () => setMerging(null),
    seriousRisk,
  }
}
