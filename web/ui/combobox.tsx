import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { LoadOptions } from './combobox-options.ts'
import type { BegunTyping } from './combobox-field.tsx'
import { loadChunk } from './plain/chunk-load.ts'
import { Field, type FieldText } from './plain/field.tsx'
import { whenIdle } from './plain/when-idle.ts'

export type ComboboxProps<Item> = FieldText & {
  value: Item | null
  onChange: (item: Item | null) => void
  /** Asked with nothing when the list opens, then with what is typed. */
  load: LoadOptions<Item>
  itemKey: (item: Item) => string
  itemLabel: (item: Item) => string
  renderItem?: ((item: Item) => ReactNode) | undefined
  placeholder?: string | undefined
  /** Said when nothing matches. */
  empty?: string | undefined
  disabled?: boolean | undefined
}

const wait_ms_max = 1000

type FieldScript = typeof import('./combobox-field.tsx')

/** The script of the list, once it is there. */
let script: FieldScript | null = null

const fetchScript = async () => (script ??= await loadChunk(() => import('./combobox-field.tsx')))

const untouched: BegunTyping = { typed: null, isFocused: false, isOpened: false }

/** The script, and what was done in the field before it was there. */
type Taken = { script: FieldScript; begun: BegunTyping }

/**
 * A choice among many, found by typing. A form can be typed into before the script of its lists is there: that comes
 * when the page is idle or somebody is at the field, and goes on with what was typed.
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const [taken, setTaken] = useState<Taken | null>(() => script && { script, begun: untouched })
  if (!taken) return <PlainCombobox {...props} onScript={setTaken} />
  const { ComboboxField } = taken.script
  return <ComboboxField {...props} begun={taken.begun} />
}

type PlainComboboxProps<Item> = ComboboxProps<Item> & { onScript: (taken: Taken) => void }

function PlainCombobox<Item>({ onScript, ...props }: PlainComboboxProps<Item>) {
  const { value, itemLabel, placeholder, disabled } = props
  // Beside what was chosen then: another choice takes the place of what was typed.
  const [entry, setEntry] = useState<{ text: string; value: Item | null } | null>(null)
  const typed = entry && entry.value === value ? entry.text : null
  const isComposing = useRef(false)
  const begun = useRef(untouched)
  const note = (changes: Partial<BegunTyping>) => {
    begun.current = { ...begun.current, ...changes }
  }
  const [failure, setFailure] = useState<unknown>(null)
  const take = useEffectEvent((found: FieldScript) => {
    // What is half written of a letter stays where it is written.
    if (!isComposing.current) onScript({ script: found, begun: { ...begun.current, typed } })
  })
  const fetchNow = () => void fetchScript().then(take, setFailure)
  const start = useEffectEvent(fetchNow)
  useEffect(() => whenIdle(() => start(), wait_ms_max), [])
  if (failure) throw failure
  return (
    <Field {...props}>
      {(control) => (
        <div className="relative" onPointerEnter={fetchNow}>
          <input
            {...control}
            role="combobox"
            aria-expanded={false}
            aria-haspopup="listbox"
            aria-autocomplete="list"
            aria-controls={`${control.id}-list`}
            aria-labelledby={`${control.id}-label`}
            autoComplete="off"
            dir="auto"
            disabled={disabled}
            placeholder={placeholder}
            value={typed ?? (value === null ? '' : itemLabel(value))}
            onFocus={() => {
              note({ isFocused: true })
              fetchNow()
            }}
            onBlur={() => note({ isFocused: false })}
            onPointerDown={() => note({ isOpened: true })}
            onChange={({ target }) => setEntry({ text: target.value, value })}
            onCompositionStart={() => (isComposing.current = true)}
            onCompositionEnd={() => {
              isComposing.current = false
              fetchNow()
            }}
            className="field pe-10"
          />
          <span className="pointer-events-none absolute inset-y-1 end-1 grid w-8 place-items-center text-muted">
            <ChevronsUpDown className="size-4" aria-hidden />
          </span>
        </div>
      )}
    </Field>
  )
}
