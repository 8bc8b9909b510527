import { useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { EditorMergeDialog } from './editor-merge-dialog.tsx'
import { offerWords } from './editor-merge-words.ts'
import { draftOf, type TemplateDraft } from './template-editor-rules.ts'
import type { TemplateOffer } from './template-operations.ts'

type OfferMergeProps = {
  /** Newer wording of what this template was copied from. */
  offer: TemplateOffer | null
  draft: TemplateDraft
  onMerged: (draft: TemplateDraft, offer: TemplateOffer) => void
}

/** Taking newer wording into what is written: it is saved with the rest, and is available until then. */
export function useOfferMerge({ offer, draft, onMerged }: OfferMergeProps) {
  const [isOpen, setOpen] = useState(offer !== null)
  const [isTaken, setTaken] = useState(false)
  function applyMerged(merged: TemplateDraft) {
    if (!offer) return
    setTaken(true)
    setOpen(false)
    onMerged(merged, offer)
  }
  return {
    offer,
    draft,
    isOpen,
    isTaken,
    open: () => setOpen(true),
    close: () => setOpen(false),
    take: applyMerged,
    /** What a saving says of it. */
    taken: isTaken && offer ? { takenVersionId: offer.theirs.id } : {},
  }
}

/** Says that newer wording is available, and brings it together with what is written here. */
export function EditorOffer({ taking }: { taking: ReturnType<typeof useOfferMerge> }) {
  const { offer, draft, isOpen, isTaken, open, close, take } = taking
  if (!offer) return null
  return (
    <>
      <div role="status">
        {isTaken ? (
          <InlineMessage tone="ok" title={`The new wording of ${offer.sourceName} is merged with yours`}>
            Check it. It is kept when you save the template.
          </InlineMessage>
        ) : (
          <InlineMessage title={`New wording of ${offer.sourceName} is available`}>
            <Button variant="quiet" size="small" className="mt-2" onClick={open}>
              Review the changes
            </Button>
          </InlineMessage>
        )}
      </div>
      {isOpen && (
        <EditorMergeDialog
          versions={{ base: draftOf(offer.base), yours: draft, theirs: draftOf(offer.theirs) }}
          words={offerWords(offer)}
          onMerged={take}
          onClose={close}
        />
      )}
    </>
  )
}
