import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { RichText } from '../../ui/plain/rich-text.tsx'
import type { MergeWords } from './editor-merge-words.ts'
import { fillPlaceholders } from './placeholder-filling.ts'
import { placeholderLabel } from './placeholder-words.ts'
import {
  mergedDraft,
  diffVersions,
  undecidedHunks,
  type MergeChoices,
  type MergeHunk,
  type Side,
} from './template-editor-merge.ts'
import type { TemplateDraft } from './template-editor-rules.ts'
import { markChips, TokenText } from './token-text.tsx'

type MergeDialogProps = {
  versions: { base: TemplateDraft; yours: TemplateDraft; theirs: TemplateDraft }
  words: MergeWords
  onMerged: (draft: TemplateDraft) => void
  onClose: () => void
}

/** Two texts grew from one: what each says stands side by side, and each part is chosen. */
export function EditorMergeDialog({ versions, words, onMerged, onClose }: MergeDialogProps) {
  const [choices, setChoices] = useState<MergeChoices>({})
  const [hasTriedToFinish, setAsked] = useState(false)
  const parts = diffVersions(versions)
  const undecided = undecidedHunks(parts, choices)
  const { title, lead, theirLabel, same, finish: finishWords } = words

  function finish() {
    if (undecided.length === 0) return onMerged(mergedDraft(versions, choices))
    setAsked(true)
    document.getElementById(`merge-${undecided[0]?.key}`)?.focus()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={title}
      description={lead}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Back to my changes
          </Button>
          <Button onClick={finish}>{finishWords}</Button>
        </>
      }
    >
      {parts.length === 0 && <p>{same}</p>}
      <div className="space-y-8">
        {parts.map((part) => (
          <PartChoice
            key={part.key}
            part={part}
            theirLabel={theirLabel}
            chosen={choices[part.key] ?? part.proposed}
            error={hasTriedToFinish && undecided.includes(part) ? 'Choose which text to keep' : undefined}
            onChoose={(side) => setChoices((now) => ({ ...now, [part.key]: side }))}
          />
        ))}
      </div>
    </Dialog>
  )
}

type PartChoiceProps = {
  part: MergeHunk
  theirLabel: string
  chosen: Side | null
  error: string | undefined
  onChoose: (side: Side) => void
}

function PartChoice({ part, theirLabel, chosen, error, onChoose }: PartChoiceProps) {
  return (
    <section>
      <div className="grid gap-3 md:grid-cols-2">
        <Wording title={`${part.label}: yours`} text={part.yours} isRichText={part.isRichText} />
        <Wording title={`${part.label}: theirs`} text={part.theirs} isRichText={part.isRichText} />
      </div>
      <RadioGroup
        id={`merge-${part.key}`}
        name={`merge-${part.key}`}
        legend={`Which to keep: ${part.label}`}
        error={error}
        inline
        className="mt-3"
        options={[
          { value: 'yours', label: 'Yours' },
          { value: 'theirs', label: `Theirs (${theirLabel})` },
        ]}
        value={chosen ?? ''}
        onChange={(value) => onChoose(value === 'theirs' ? 'theirs' : 'yours')}
      />
    </section>
  )
}

function Wording({ title, text, isRichText }: { title: string; text: string | null; isRichText: boolean }) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-paper">
      <h3 dir="auto" className="border-b border-line px-4 py-2">
        {title}
      </h3>
      <div
        tabIndex={0}
        role="group"
        aria-label={title}
        className="max-h-64 overflow-y-auto px-4 py-3 focus-visible:-outline-offset-3"
      >
        {text === null && <p className="text-muted">This version does not have this section.</p>}
        {text !== null && isRichText && (
          <RichText html={fillPlaceholders(text, {}, placeholderLabel)} className={markChips} />
        )}
        {text !== null && !isRichText && (
          <p dir="auto" className="whitespace-pre-line">
            <TokenText text={text || 'Nothing'} />
          </p>
        )}
      </div>
    </div>
  )
}
