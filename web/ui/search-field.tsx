import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

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
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address may change without typing, by the way back; never under someone's fingers.
  useEffect(() => {
    const box = input.current
    if (!box || box === document.activeElement) return
    box.value = defaultValue
    lastSearch.current = defaultValue
  }, [defaultValue])

  useSlashShortcut(slash, input)

  function runSearch(text: string) {
    clearTimeout(timer.current)
    if (text === lastSearch.current) return
    lastSearch.current = text
    onSearch?.(text)
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
        aria-keyshortcuts={slash ? '/' : undefined}
        defaultValue={defaultValue}
        onChange={(event) => wait(event.target.value.trim())}
        onKeyDown={(event) => event.key === 'Enter' && runSearch(event.currentTarget.value.trim())}
        className="field field-quiet ps-9"
      />
    </label>
  )
}

const isTyping = (element: Element | null) =>
  element?.closest('input, textarea, select, [contenteditable]') != null

/**
 * The slash key, pressed where nobody types, leads to the field from the moment that it is there; with what is in it
 * selected, to be typed over.
 */
function useSlashShortcut(on: boolean, input: RefObject<HTMLInputElement | null>) {
  useLayoutEffect(() => {
    if (!on) return
    function lead(event: KeyboardEvent) {
      const { key, altKey, ctrlKey, metaKey } = event
      if (key !== '/' || altKey || ctrlKey || metaKey || isTyping(document.activeElement)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', lead)
    return () => removeEventListener('keydown', lead)
  }, [on, input])
}
