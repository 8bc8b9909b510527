import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

type CopyButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'icon' | 'className'> & {
  text: string
  label?: string | undefined
  copied?: string | undefined
  failed?: string | undefined
  onFailed?: (() => void) | undefined
}

const shown_ms = 3000

/** Puts a text on the clipboard, and says whether it worked. */
export function CopyButton({
  text,
  label = 'Copy',
  copied = 'Copied',
  failed = 'Could not copy',
  onFailed,
  variant = 'quiet',
  ...look
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), shown_ms)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome(copied)
    } catch {
      // Browsers refuse without a secure page or permission; the person can still select the text.
      setOutcome(failed)
      onFailed?.()
    }
  }
  return (
    <>
      <Button variant={variant} {...look} onClick={copy}>
        <span className="grid">
          <span className={outcome === undefined ? '[grid-area:1/1]' : 'invisible [grid-area:1/1]'}>
            {label}
          </span>
          {outcome !== undefined && <span className="[grid-area:1/1]">{outcome}</span>}
        </span>
      </Button>
      <span role="status" className="sr-only">
        {outcome}
      </span>
    </>
  )
}
