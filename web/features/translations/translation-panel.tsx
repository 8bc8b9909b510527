import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Translation } from '../../../contract/translations.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { TranslationBadges } from './translation-badges.tsx'
import type { Rendering, TranslationOperations } from './translation-operations.ts'
import {
  checkedWords,
  formats,
  formatWords,
  languageWords,
  missingWords,
  renderingLanguages,
  renderingName,
  renderingOf,
} from './translation-words.ts'

type TranslationPanelProps = {
  templateId: string
  translations: readonly Translation[]
  operations: Pick<TranslationOperations, 'remove'>
  canWrite: boolean
  pathOf: (rendering: Rendering) => string
  /** Leads to a rendering that is to be written. */
  onAdd: (rendering: Rendering) => void
  onChanged: () => Promise<void>
}

/** A template in other languages, in Easy Read and in large print. */
export function TranslationPanel(props: TranslationPanelProps) {
  const { translations, canWrite, pathOf, onAdd } = props
  const { problem, remove } = useRemoval(props)
  return (
    <section id="translations" className="mt-8 scroll-mt-6" aria-labelledby="translations-title">
      <h2 id="translations-title">Languages and formats</h2>
      <p className="mt-0.5 text-muted">
        The same template in other languages, in Easy Read and in large print.
      </p>
      <ProblemMessage problem={problem} className="mt-4" />
      <div className="card mt-4">
        {translations.length === 0 ? (
          <p className="px-5 py-4 text-muted">This template is in English only.</p>
        ) : (
          <ul className="divide-y divide-line">
            {translations.map((translation) => (
              <TranslationItem
                key={translation.id}
                translation={translation}
                href={pathOf(translation)}
                onRemove={canWrite ? () => void remove(translation) : undefined}
              />
            ))}
          </ul>
        )}
        {canWrite && <AddTranslation translations={translations} onAdd={onAdd} />}
      </div>
    </section>
  )
}

type TranslationItemProps = {
  translation: Translation
  href: string
  onRemove: (() => void) | undefined
}

function TranslationItem({ translation, href, onRemove }: TranslationItemProps) {
  const { language, format, status, isStale, updatedAt, updatedByName } = translation
  const { name, ownName } = languageWords(language)
  const title = renderingName(translation)
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="flex flex-wrap items-baseline gap-x-2">
          {name}
          {language !== 'en' && (
            <span lang={language} dir="auto" className="font-normal text-muted">
              {ownName}
            </span>
          )}
          <span className="font-normal text-muted">{formatWords[format]}</span>
        </h3>
        <div className="mt-2">
          <TranslationBadges
            isChecked={status === 'checked'}
            checkedWords={checkedWords(translation)}
            isStale={isStale}
            missingWords={missingWords(translation)}
          />
        </div>
        <p className="mt-2 text-small text-muted">
          {`${checkingProgress(translation)}Last saved ${momentText(updatedAt)}${updatedByName ? ` by ${updatedByName}` : ''}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={href} variant="quiet" size="small" aria-label={`Open ${title}`}>
          Open
        </ButtonLink>
        {onRemove && (
          <Button
            variant="quiet"
            size="small"
            icon={Trash2}
            className="text-bad"
            aria-label={`Remove ${title}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </div>
    </li>
  )
}

/** How far the checking has come, while it is under way. */
function checkingProgress({ status, sections }: Translation): string {
  const checked = sections.filter((section) => section.status === 'checked').length
  if (status === 'checked' || checked === 0) return ''
  return `${checked} of ${sections.length} parts checked. `
}

/** Takes a translation away after one question. */
function useRemoval({ templateId, operations, onChanged }: TranslationPanelProps) {
  const { problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  async function remove(translation: Translation): Promise<void> {
    const { language, format } = translation
    const title = renderingName(translation)
    const agreed = await confirm({
      title: `Remove ${title}?`,
      text: 'It can no longer be read or used. The history keeps its text, but it must be entered again to restore it.',
      confirm: 'Remove',
      danger: true,
    })
    if (!agreed) return
    await run(async () => {
      await operations.remove({ templateId, language, format })
      await onChanged()
      toast(`${title} is removed.`)
    })
  }
  return { problem, remove }
}

type AddTranslationProps = Pick<TranslationPanelProps, 'translations' | 'onAdd'>

function AddTranslation({ translations, onAdd }: AddTranslationProps) {
  const [language, setLanguage] = useState<string>('cy')
  const [format, setFormat] = useState<string>('standard')
  const [error, setError] = useState<string>()

  function add() {
    const rendering = renderingOf(language, format)
    if (!rendering)
      return setError('English is the template itself. Choose Easy Read or large print, or another language.')
    if (translations.some((there) => there.language === language && there.format === format))
      return setError(`${renderingName(rendering)} is in the list already.`)
    onAdd(rendering)
  }
  return (
    <form
      className="flex flex-wrap items-end gap-4 border-t border-line px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <SelectField
        label="Language"
        className="min-w-0 flex-1 basis-48"
        options={renderingLanguages.map((tag) => ({ value: tag, label: languageWords(tag).name }))}
        value={language}
        error={error}
        onChange={(event) => {
          setLanguage(event.target.value)
          setError(undefined)
        }}
      />
      <SelectField
        label="Format"
        className="min-w-0 flex-1 basis-40"
        options={formats.map((value) => ({ value, label: formatWords[value] }))}
        value={format}
        onChange={(event) => {
          setFormat(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="quiet" icon={Plus}>
        Add
      </Button>
    </form>
  )
}
