import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { keyboardShortcuts } from './keyboard-shortcuts.ts'
import { useShortcut } from './use-shortcut.ts'

type SearchFieldProps = {
  label: string
  name?: string | undefined
  placeholder?: string | undefined
  defaultValue?: string | undefined
  /** Called a moment after typing stops, and at once on Enter and when cleared. */
  onSearch?: ((text: string) => void) | undefined
  /** Whether the slash key leads here from anywhere on the page, and the field says so. */
  slash?: boolean | undefined
  className?: string | undefined
}

const debounce_ms = 250

/** Looks through a list. Its label is read out; the picture says the same to the eye. */
export function SearchField({
  label,
  name = 'q',
  placeholder,
  defaultValue = '',
  onSearch,
  slash = false,
  className,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastSearch = useRef(defaultValue)
  // A list may be sorted or filtered in the moment before what was typed is searched for.
  const latest = useRef(onSearch)
  useEffect(() => void (latest.current = onSearch))
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address may change without typing, by the way back; never under someone's fingers.
  useEffect(() => {
    const box = input.current
    if (!box || box === document.activeElement) return
    box.value = defaultValue
    lastSearch.current = defaultValue
  }, [defaultValue])

  function lead() {
    input.current?.focus()
    // What is in it is typed over.
    input.current?.select()
  }
  useShortcut(keyboardShortcuts.listSearch, lead, slash)

  function runSearch(text: string) {
    clearTimeout(timer.current)
    if (text === lastSearch.current) return
    lastSearch.current = text
    latest.current?.(text)
  }
  function wait(text: string) {
    clearTimeout(timer.current)
    if (text === '') runSearch(text)
    else timer.current = setTimeout(() => runSearch(text), debounce_ms)
  }
  return (
    <label className={clsx('relative block', className)}>
      <span className="sr-only">{label}</span>
      <Search
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted"
        aria-hidden
      />
      <input
        ref={input}
        type="search"
        name={name}
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
        placeholder={placeholder}
        aria-keyshortcuts={slash ? keyboardShortcuts.listSearch.keys[0] : undefined}
        defaultValue={defaultValue}
        onChange={(event) => wait(event.target.value.trim())}
        onKeyDown={(event) => event.key === 'Enter' && runSearch(event.currentTarget.value.trim())}
        className="field field-quiet ps-9"
      />
    </label>
  )
}
