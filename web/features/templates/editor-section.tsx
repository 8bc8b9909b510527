import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronRight, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { rich_text_height_px_min, section_editor_height_px } from '../../../contract/limits.ts'
import { occurrencePattern } from '../../../wording/text-fixes.ts'
import { Button } from '../../ui/plain/button.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import type { TextReplacement } from '../../ui/rich-text-replacement.ts'
import { knownPlaceholders } from './placeholder-words.ts'
import type { RenderFindings } from './editor-findings.tsx'
import { sectionLabel, type DraftSection } from './template-editor-rules.ts'

export const sectionIds = (id: number) => ({
  toggle: `section-${id}`,
  body: `section-${id}-body`,
  title: `section-${id}-title`,
  content: `section-${id}-content`,
  up: `section-${id}-up`,
  down: `section-${id}-down`,
})

type EditorSectionProps = {
  section: DraftSection
  number: number
  count: number
  isOpen: boolean
  onToggle: () => void
  onChange: (change: Partial<DraftSection>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  /** Another number each time the caret is to be in the text. */
  focusRequest: number
  /** What the wording checks say of it: in a few words beside its name, and in full within. */
  badge?: ReactNode
  findings?: RenderFindings
  /** Its video, or the way to one. */
  video?: ReactNode
}

/** One section, closed under its name or open to be written. */
export function EditorSection(props: EditorSectionProps) {
  const { section, number, isOpen, onToggle, badge } = props
  const ids = sectionIds(section.id)
  return (
    <li className="card overflow-hidden">
      <h3 className="flex flex-wrap items-center gap-x-3">
        <button
          type="button"
          id={ids.toggle}
          aria-expanded={isOpen}
          aria-controls={ids.body}
          onClick={onToggle}
          className="flex min-h-12 min-w-0 flex-1 basis-full items-center sm:basis-52 gap-2 px-4 py-2.5 text-start hover:bg-paper focus-visible:-outline-offset-3"
        >
          <ChevronRight
            className={clsx(
              'size-4 shrink-0 text-muted transition-transform rtl:rotate-180',
              isOpen && 'rotate-90 rtl:rotate-90',
            )}
            aria-hidden
          />
          <span dir="auto" className="min-w-0 break-words">
            {sectionLabel(number, section.title)}
          </span>
        </button>
        {badge}
      </h3>
      <div id={ids.body} hidden={!isOpen}>
        {isOpen && <SectionBody {...props} />}
      </div>
    </li>
  )
}

function SectionBody(props: EditorSectionProps) {
  const { section, number, count, onChange, onMove, onRemove, focusRequest, findings } = props
  const ids = sectionIds(section.id)
  const [replacement, setReplacement] = useState<TextReplacement | null>(null)
  return (
    <div className="space-y-5 border-t border-line px-4 pt-4 pb-4">
      <TextField
        id={ids.title}
        label="Section Title"
        value={section.title}
        required
        maxLength={200}
        dir="auto"
        autoComplete="off"
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <RichTextField
        id={ids.content}
        label="Content"
        value={section.content}
        placeholder="Enter content..."
        tokens={knownPlaceholders}
        tokensLabel="Insert placeholder"
        heightPx={section_editor_height_px}
        enlargedPxMin={rich_text_height_px_min}
        focusRequest={focusRequest}
        replacement={replacement}
        onChange={(content) => onChange({ content })}
      />
      {findings?.(({ find, nth, put }) => setReplacement({ pattern: occurrencePattern(find), nth, put }))}
      {props.video}
      <div className="flex flex-wrap gap-2">
        <Button
          id={ids.up}
          variant="quiet"
          size="small"
          icon={ArrowUp}
          aria-disabled={number === 1 || undefined}
          className="aria-disabled:opacity-50"
          onClick={() => onMove(-1)}
        >
          Move Up
        </Button>
        <Button
          id={ids.down}
          variant="quiet"
          size="small"
          icon={ArrowDown}
          aria-disabled={number === count || undefined}
          className="aria-disabled:opacity-50"
          onClick={() => onMove(1)}
        >
          Move Down
        </Button>
        <Button variant="quiet" size="small" icon={Trash2} className="ms-auto text-bad" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  )
}
