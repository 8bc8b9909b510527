import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { settings } from './signing-device.ts'
import { useEntryWords } from './words-context.tsx'

const sizes = ['regular', 'large', 'largest'] as const
type TextSize = (typeof sizes)[number]

const storageKey = 'candour:text-size'
const letterClass: Record<TextSize, string> = {
  regular: 'text-[0.8rem]',
  large: 'text-[1rem]',
  largest: 'text-[1.25rem]',
}

function savedSize(): TextSize {
  const stored = settings.get(storageKey)
  return sizes.find((size) => size === stored) ?? 'regular'
}

/** The size that a person's record asks for, where they have chosen none themselves on this device. */
export function suggestTextSize(size: TextSize): void {
  if (settings.get(storageKey) === null) dispatchEvent(new CustomEvent(storageKey, { detail: size }))
}

/** Three sizes of text, kept on this device. The page's own css gives them their measure. */
export function TextSizeControl() {
  const { page } = useEntryWords()
  const [chosen, setChosen] = useState<TextSize>('regular')
  useEffect(() => {
    setChosen(savedSize())
    const follow = (event: Event) => setChosen((event as CustomEvent<TextSize>).detail)
    addEventListener(storageKey, follow)
    return () => removeEventListener(storageKey, follow)
  }, [])
  useEffect(() => {
    document.documentElement.dataset['textSize'] = chosen
  }, [chosen])

  function choose(size: TextSize) {
    setChosen(size)
    settings.set(storageKey, size)
  }

  return (
    <div role="group" aria-label={page.textSize} className="flex shrink-0 items-center">
      {sizes.map((size) => (
        <button
          key={size}
          type="button"
          aria-pressed={size === chosen}
          aria-label={page.textSizes[size]}
          onClick={() => choose(size)}
          className={clsx(
            'flex size-[44px] items-center justify-center rounded-md leading-none font-semibold',
            size === chosen
              ? 'text-ink underline decoration-2 underline-offset-8'
              : 'text-muted hover:text-ink',
            letterClass[size],
          )}
        >
          <span aria-hidden>A</span>
        </button>
      ))}
    </div>
  )
}
