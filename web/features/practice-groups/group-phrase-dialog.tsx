import { Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { GroupPhrase, PhraseTemplate, TemplatePhrases } from '../../../contract/group-phrases.ts'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { useTask } from '../../ui/use-task.ts'
import { NewPhraseField } from '../phrases/index.ts'
import { placeholderLabel } from '../templates/index.ts'

type GroupPhraseDialogProps = { template: PhraseTemplate; isAdministrator: boolean; onClose: () => void }

/** The phrases of one treatment by the gaps of its text: read, added and removed. */
export function GroupPhraseDialog({ template, isAdministrator, onClose }: GroupPhraseDialogProps) {
  const { templateId, name } = template
  const [found, setFound] = useState<TemplatePhrases>()
  const reading = useTask()
  const { run } = reading
  const load = useCallback(
    () => run(async () => setFound(await api.groupPhrases.list({ templateId }))),
    [run, templateId],
  )
  useEffect(() => void load(), [load])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Phrases for ${name}`}
      description="Offered for every patient: without names, dates, numbers or addresses."
      size="medium"
    >
      {!found && reading.busy && <SkeletonText lines={6} />}
      {!found && reading.problem && <FailedState onRetry={() => void load()} />}
      {found && (
        <div className="space-y-6">
          {sectionsOf(found).map((field) => (
            <PhraseSection
              key={field}
              label={placeholderLabel(field)}
              phrases={found.phrases.filter((phrase) => phrase.field === field)}
              isAdministrator={isAdministrator}
              isUsed={found.fields.includes(field)}
              onAdd={async (text) => setFound(await api.groupPhrases.add({ templateId, field, text }))}
              onRemove={async (phraseId) => setFound(await api.groupPhrases.remove({ phraseId }))}
            />
          ))}
        </div>
      )}
    </Dialog>
  )
}

/** The gaps of the text, and after them those that it no longer has but phrases are left for. */
const sectionsOf = ({ fields, phrases }: TemplatePhrases) => [
  ...new Set([...fields, ...phrases.map(({ field }) => field)]),
]

type PhraseSectionProps = {
  label: string
  phrases: readonly GroupPhrase[]
  isAdministrator: boolean
  /** The text has the gap. */
  isUsed: boolean
  onAdd: (text: string) => Promise<void>
  onRemove: (phraseId: string) => Promise<void>
}

function PhraseSection({ label, phrases, isAdministrator, isUsed, onAdd, onRemove }: PhraseSectionProps) {
  const { busy, problem, run } = useTask()
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      {!isUsed && <p className="mt-1 text-muted">No longer in this template. Not offered.</p>}
      {phrases.length === 0 && <p className="mt-1 text-muted">No phrases yet</p>}
      <ul className="mt-1 divide-y divide-line">
        {phrases.map(({ id, text }) => (
          <li key={id} className="flex items-center gap-2 py-1">
            <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
              {text}
            </span>
            {isAdministrator && (
              <IconButton
                label={`Remove: ${text}`}
                icon={Trash2}
                onClick={() => void run(() => onRemove(id))}
              />
            )}
          </li>
        ))}
      </ul>
      {isAdministrator && isUsed && (
        <NewPhraseField label={label} busy={busy} onAdd={(text) => run(() => onAdd(text))} />
      )}
      <ProblemMessage problem={problem} className="mt-2" />
    </section>
  )
}
