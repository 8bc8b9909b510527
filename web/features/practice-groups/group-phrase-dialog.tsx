import { Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { GroupPhrase, PhraseTemplate, TemplatePhrases } from '../../../contract/group-phrases.ts'
import { phrase_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
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
  const [typed, setTyped] = useState('')
  const { busy, problem, run } = useTask()
  async function add() {
    if (typed.trim() !== '' && (await run(() => onAdd(typed.trim())))) setTyped('')
  }
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
        <div className="mt-2 flex items-end gap-2">
          <TextField
            label={`New phrase: ${label}`}
            hideLabel
            placeholder="New phrase"
            className="min-w-0 flex-1"
            dir="auto"
            autoComplete="off"
            maxLength={phrase_length_max}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void add()
            }}
          />
          <Button variant="quiet" busy={busy} onClick={() => void add()} aria-label={`Add to ${label}`}>
            Add
          </Button>
        </div>
      )}
      <ProblemMessage problem={problem} className="mt-2" />
    </section>
  )
}
