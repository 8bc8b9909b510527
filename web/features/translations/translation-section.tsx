import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { rich_text_height_px_min, section_editor_height_px } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { knownPlaceholders } from '../templates/index.ts'
import { TranslationBadges } from './translation-badges.tsx'
import { TranslationColumns } from './translation-columns.tsx'
import { isEmptyPart, isSameText, type DraftPart, type EnglishSection } from './translation-draft.ts'
import type { Rendering, TranslatedSection } from './translation-operations.ts'
import { TranslationText } from './translation-text.tsx'
import { languageWords, renderingName, sectionCheckedWords } from './translation-words.ts'

type TranslationSectionProps = {
  rendering: Rendering
  english: EnglishSection
  number: number
  /** What is saved of it, and the same as a part of a draft. */
  saved: TranslatedSection | undefined
  savedPart: DraftPart | undefined
  part: DraftPart
  /** What another person saved while it was changed here. */
  their: DraftPart | undefined
  /** The English has changed since this page showed it. */
  isEnglishNew: boolean
  isOpen: boolean
  onToggle: () => void
  onChange: (change: Partial<DraftPart>) => void
  onTakeTheirs: () => void
}

/** One section: closed, with how it stands; or open, to be written beside the English. */
export function TranslationSection(props: TranslationSectionProps) {
  const { english, number, part, rendering, saved, isOpen, onToggle } = props
  const { direction } = languageWords(rendering.language)
  const [toggle, body] = [`translation-${english.id}`, `translation-${english.id}-body`]
  return (
    <li className="card overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pe-4 max-sm:pb-3">
        <h2 className="min-w-0 flex-1 basis-64 text-body">
          <button
            type="button"
            id={toggle}
            aria-expanded={isOpen}
            aria-controls={body}
            onClick={onToggle}
            className="flex min-h-12 w-full items-center gap-2 px-4 py-2.5 text-start hover:bg-paper focus-visible:-outline-offset-3"
          >
            <ChevronRight
              className={clsx('size-4 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
              aria-hidden
            />
            <span className="min-w-0 break-words">
              {`${number}. ${english.title}`}
              {part.title.trim() !== '' && (
                <span className="block font-normal text-muted">
                  <bdi lang={rendering.language} dir={direction}>
                    {part.title}
                  </bdi>
                </span>
              )}
            </span>
          </button>
        </h2>
        <div className="max-sm:ps-10">
          <TranslationBadges {...sectionStatus(saved, part)} />
        </div>
      </div>
      <div id={body} hidden={!isOpen}>
        {isOpen && <SectionBody {...props} />}
      </div>
    </li>
  )
}

/** How a section stands that is saved, or that is not there yet. */
function sectionStatus(saved: TranslatedSection | undefined, part: DraftPart) {
  if (saved) {
    const { status, isStale } = saved
    return { isChecked: status === 'checked', checkedWords: sectionCheckedWords(saved), isStale }
  }
  const checkedWords = isEmptyPart(part) ? 'Not translated yet' : 'Not saved yet'
  return { isChecked: false, checkedWords, isStale: false }
}

function SectionBody(props: TranslationSectionProps) {
  const { english, rendering, part, their, isEnglishNew, onChange, onTakeTheirs } = props
  const name = renderingName(rendering)
  const { language } = rendering
  const { direction } = languageWords(language)
  const id = `translation-${english.id}`
  return (
    <div className="space-y-5 border-t border-line px-4 pt-4 pb-5">
      {isEnglishNew && (
        <InlineMessage tone="warn">The English of this section has changed since you began.</InlineMessage>
      )}
      <TranslationColumns english={english} name={name}>
        <div className="space-y-5">
          <TextField
            id={`${id}-title`}
            label={`Title in ${name}`}
            value={part.title}
            maxLength={200}
            lang={language}
            dir={direction}
            autoComplete="off"
            onChange={(event) => onChange({ title: event.target.value })}
          />
          <RichTextField
            id={`${id}-content`}
            label={`Text in ${name}`}
            value={part.content}
            placeholder=""
            tokens={knownPlaceholders}
            tokensLabel="Insert placeholder"
            heightPx={section_editor_height_px}
            enlargedPxMin={rich_text_height_px_min}
            lang={language}
            dir={direction}
            required={false}
            onChange={(content) => onChange({ content })}
          />
          <CheckConfirmation {...props} />
          {their && <ConflictingText part={their} rendering={rendering} onTake={onTakeTheirs} />}
        </div>
      </TranslationColumns>
    </div>
  )
}

/** What whoever saves says of a section besides its text. */
function CheckConfirmation({ saved, savedPart, part, onChange }: TranslationSectionProps) {
  const isRewritten = !isSameText(part, savedPart)
  return (
    <div className="space-y-2">
      <CheckboxField
        label="Checked by a person"
        hint={checkedHint(saved, part, isRewritten)}
        checked={part.isChecked}
        onChange={(event) => onChange({ isChecked: event.target.checked })}
      />
      {saved?.isStale && !isRewritten && (
        <CheckboxField
          label="Matches the current English"
          hint="The English has changed since this was saved. Compare them before you tick this."
          checked={part.isCompared}
          onChange={(event) => onChange({ isCompared: event.target.checked })}
        />
      )}
      {saved?.isStale && isRewritten && (
        <p className="text-muted">Once saved, it counts as matching the current English.</p>
      )}
    </div>
  )
}

/** Whose name stands, or will stand, beside the section. */
function checkedHint(saved: TranslatedSection | undefined, part: DraftPart, isRewritten: boolean): string {
  if (!part.isChecked) return 'Someone fluent in the language has checked it against the English.'
  const isKept = saved?.status === 'checked' && !isRewritten && !(saved.isStale && part.isCompared)
  if (!isKept) return 'Once saved, your name is recorded.'
  return `By ${saved.checkedByName ?? ''}${saved.checkedAt ? `, ${dayText(saved.checkedAt)}` : ''}.`
}

type ConflictingTextProps = { part: DraftPart; rendering: Rendering; onTake: () => void }

function ConflictingText({ part, rendering, onTake }: ConflictingTextProps) {
  return (
    <div className="rounded-md border border-line bg-paper px-4 py-3">
      <h3 className="mb-3 text-body">Saved by someone else</h3>
      <TranslationText language={rendering.language} title={part.title} content={part.content} />
      <Button variant="quiet" size="small" className="mt-3" onClick={onTake}>
        Use this instead of mine
      </Button>
    </div>
  )
}
